#!/usr/bin/env php
<?php
// A script without a namespace: an anonymous class, closures, variables.

$config = include 'config.php';
[$first, $second] = $config['names'];
$greet = function (string $name) use ($config): string {
    return "Hello {$name}, function fake() { }";
};
$twice = fn (int $n) => $n * 2;
$text = <<<'EOT'
class NotAClass { function notAMethod() {} }
EOT;

// function commented() {}
array_map(function ($x) { return helper($x); }, [1, 2]);
$dispatcher->listen('saved', [Audit::class, 'record']);
$name();
($config['run'])(1);

return new class extends Migration
{
    public function up(): void
    {
        Schema::create('carts', function (Blueprint $table) {
            $table->id();
        });
    }
};
?>
<p>class InHtml { }</p>
<?php foreach ($config as $row): ?>
  <li><?= format($row) ?></li>
<?php endforeach;
