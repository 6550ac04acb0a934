/**
 * Holds one immutable value and tells listeners when another one takes its place. Many changes between two drawings cost
 * one drawing.
 */
export class Store<T extends object> {
  #value: T
  readonly #listeners = new Set<() => void>()

  constructor(value: T) {
    this.#value = value
  }

  get(): T {
    return this.#value
  }

  /** Replaces the parts that are given. Nothing is told if they are the same as before. */
  set(parts: Partial<T>): void {
    const names = Object.keys(parts) as (keyof T)[]
    if (names.every((name) => Object.is(parts[name], this.#value[name]))) return
    this.#value = { ...this.#value, ...parts }
    for (const listener of [...this.#listeners]) listener()
  }

  /** Calls `listener` after each change. Returns a function that ends this. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
