require "rails_helper"

RSpec.describe Billing::Bill, "#pay", type: :model do
  let(:bill) { described_class.new(3) }
  subject { bill.pay }

  before do
    bill.reset
  end

  context "when due" do
    it "charges" do
      expect(bill.pay).to eq 3
    end

    it { is_expected.to be_paid }
  end

  shared_examples "a payment" do |kind|
    specify("works") { expect(1).to eq(1) }
  end

  def helper
    1
  end
end

describe "top" do
  it_behaves_like "a payment"
end

report.context "no test" do
  x
end
