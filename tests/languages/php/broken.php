<?php

class Basket
{
    public function first()
    {
        return 1;
    }

    public function unfinished($x)
    {
        $y = $this->
    }

    public function last()
    {
        return 2;
    }
}

function after()
{
    return 3;
}
