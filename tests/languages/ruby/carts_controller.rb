# frozen_string_literal: true

require_relative "../services/checkout"

module Shop
  module Admin
    # Carts, for those who may see all of them.
    class CartsController < ApplicationController
      include Pagination
      extend ActiveSupport::Concern

      PAGE_SIZE = 50
      SORTS = %w[id total].freeze

      before_action :authenticate!
      before_action :load_cart, only: %i[show update]
      rescue_from ActiveRecord::RecordNotFound, with: :missing
      helper_method def current_page = params.fetch(:page, 1)

      class << self
        attr_accessor :limit

        def configure(&block) = block.call(self)
      end

      # GET /admin/carts
      def index
        @carts = Cart.open.order(sort).page(params[:page])
        respond_to do |format|
          format.html
          format.json { render json: @carts.map(&:as_json) }
        end
      end

      def show; end

      def update
        if @cart.update(cart_params)
          redirect_to admin_cart_path(@cart), notice: t(".saved")
        else
          render :edit, status: :unprocessable_entity
        end
      end

      protected

      def sort
        SORTS.include?(params[:sort]) ? params[:sort] : "id"
      end

      private

      attr_reader :cart

      def load_cart
        @cart = Cart.find(params[:id])
      end

      def cart_params = params.require(:cart).permit(:name, lines: [:sku])

      def missing(error) = render(plain: error.message, status: 404)

      def self.policy
        Policy.new(self)
      end
      private_class_method :policy
    end
  end
end
