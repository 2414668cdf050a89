<?php

declare(strict_types=1);

/**
 * Carts of the shop.
 */

namespace App\Shop;

use App\Models\{Customer, Order as PastOrder};
use App\Support\Money;
use Countable, IteratorAggregate as Walk;
use function App\Support\rounded;
use const App\Support\SCALE;

require_once __DIR__ . '/helpers.php';

const VERSION = '1.2', REVISION = 7;
define('SHOP_DEBUG', false);

/**
 * What can be put into a cart.
 */
interface Sellable extends \JsonSerializable, Priced
{
    const CURRENCY = 'EUR';

    public function price(): Money;
}

trait CountsItems
{
    protected int $counted = 0;

    abstract public function items(): array;

    public function count(): int
    {
        return count($this->items());
    }
}

enum State: string implements HasLabel
{
    case Open = 'open';
    case Paid = 'paid';

    const DEFAULT = self::Open;

    public function label(): string
    {
        return ucfirst($this->value);
    }
}

/**
 * Items and their total.
 *
 * @template T of Sellable
 */
#[Entity(table: 'carts'), Audited]
// kept final on purpose
final class Cart extends Base\Model implements Countable
{
    use CountsItems, Logs {
        CountsItems::count as protected countItems;
    }

    public const MAX = 50, MIN = 1;

    private static ?self $current = null;

    /** The currency code. */
    public readonly string $currency;

    var $legacy;

    public string $title {
        get => ucfirst($this->title);
        set(string $value) {
            $this->title = trim($value);
        }
    }

    public function __construct(
        private readonly Store $store,
        protected array $items = [],
        string $currency = 'EUR',
    ) {
        parent::__construct();
        $this->currency = $currency;
    }

    /**
     * Adds an item.
     *
     * @param Sellable $item what
     */
    #[Pure]
    public function add(Sellable|Money $item, ?int ...$counts): static
    {
        $this->store->items()->push(new Line($item));
        $this->store?->flush();
        Log::info('added', [State::Open, \App\Support\Clock::now()]);
        rounded(1.5);
        return $this;
    }

    /** @inheritdoc */
    public static function current(): self
    {
        return static::$current ??= new static(app(Store::class));
    }

    private function listener(): object
    {
        return new class($this) extends Listener {
            public function handle(Event $event): void
            {
                if ($event instanceof Stop) {
                    throw new \RuntimeException('stop');
                }
            }
        };
    }

    abstract function total(): Money;
}

function cart(?Customer $for = null): Cart
{
    return namespace\build($for);
}

if (! function_exists('App\Shop\slug')) {
    function slug(string $text): string
    {
        try {
            return transliterate($text);
        } catch (EncodingError | \ValueError $e) {
            return '';
        }
    }
}
