# encoding: iso-8859-1
# Größen.
class Editing
  UNIT = "µm"

  def before(a)
    a + 1
  end

  def editing(cart, 
    if cart.
  end

  def after
    before(1)
  end
end

class Later
  def run
    Editing.new.after
  end
end
