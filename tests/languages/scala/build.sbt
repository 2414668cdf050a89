// Build of the shop.
import Dependencies._

ThisBuild / scalaVersion := "3.4.0"

lazy val core = project
  .in(file("core"))
  .settings(name := "core")

lazy val root = (project in file(".")).dependsOn(core)
