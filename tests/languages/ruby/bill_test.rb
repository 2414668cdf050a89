class BillTest < ActiveSupport::TestCase
  setup do
    @bill = bills(:one)
  end

  test "is paid" do
    assert @bill.paid?
  end

  def test_total
    assert_equal 3, @bill.total
  end

  def helper; end
end

class Plain
  def test_nothing
    1
  end
end
