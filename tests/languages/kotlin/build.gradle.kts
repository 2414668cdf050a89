#!/usr/bin/env kotlin
// Build of the shop.
plugins {
    id("java-library") version "1.0"
}

val ktor: String by project

tasks.withType<Test> {
    useJUnitPlatform()
}

fun DependencyHandler.local(name: String) = project(":$name")
