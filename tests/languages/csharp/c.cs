namespace Other { class Cart { } namespace Deep.Er { interface IThing; } }
