# The library alone.
class Sidle < Formula
  desc "Local movement of many units beneath a pathfinder"
  homepage "@URL@"
  url "@URL@/sidle-@VERSION@.tar.xz"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "meson" => :build
  depends_on "ninja" => :build

  def install
    system "meson", "setup", "build", "-Dcommand=disabled", "-Dtests=disabled", *std_meson_args
    system "meson", "compile", "-C", "build", "--verbose"
    system "meson", "install", "-C", "build"
  end

  test do
    (testpath/"test.c").write <<~C
      #include <sidle/sidle.h>
      #include <string.h>
      int main(void) { return strcmp(SIDLE_VERSION, "#{version}") || !sidle_version(); }
    C
    system ENV.cc, "test.c", "-I#{include}", "-L#{lib}", "-lsidle", "-o", "test"
    system "./test"
  end
end
