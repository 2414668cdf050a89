use shop::{Cart, Error};

mod common;

fn setup() -> Cart {
    common::cart(2)
}

#[test]
fn is_empty() {
    assert_eq!(setup().lines().len(), 0, "no {}", "lines");
}

#[test]
#[should_panic(expected = "full")]
#[ignore = "slow"]
fn refuses() {
    setup().add(99).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn loads() -> Result<(), Error> {
    let cart = Cart::load("x").await?;
    assert!(matches!(cart.state(), State::Open));
    Ok(())
}

#[rstest]
#[case(1, 2)]
#[case(2, 4)]
fn doubles(#[case] a: u32, #[case] b: u32) {
    assert_eq!(double(a), b);
}

proptest! {
    #[test]
    fn never_negative(n in 0..100i32) {
        prop_assert!(total(n) >= 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fake(u8);

    #[bench]
    fn bench_add(b: &mut Bencher) { b.iter(|| Fake(1)); }
}
