"""Ruby."""
from coderag.languages.spec import LanguageSpec

SPEC = LanguageSpec(
    id="ruby",
    grammar="ruby",
    extensions=(".rb", ".rake", ".gemspec", ".ru", ".podspec"),
    filenames=("Rakefile", "Gemfile", "Guardfile", "Vagrantfile", "Podfile", "Capfile", "Brewfile", "Fastfile"),
    shebangs=("ruby", "jruby"),
    separator="::",
    test_files=("*_spec.rb", "*_test.rb", "test_*.rb"),
)
