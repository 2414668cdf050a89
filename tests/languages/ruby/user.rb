# A person.
class User < ApplicationRecord
  include Trackable

  belongs_to :account
  has_many :orders, dependent: :destroy
  has_many :items,
           through: :orders

  validates :email, presence: true
  validate :age_is_right

  scope :active, -> { where(active: true) }
  scope :recent, ->(n) { order(:at).limit(n) }

  before_save :normalise
  after_commit { index! }

  delegate :name, :plan, to: :account, prefix: true

  enum :role, { guest: 0, admin: 1 }

  # The full name.
  def full_name
    [first, last].join(" ")
  end

  private

  def normalise
    email.downcase!
  end

  def age_is_right
    errors.add(:age, "too low") if age < 1
  end
end
