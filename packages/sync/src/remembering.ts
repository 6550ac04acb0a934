/**
 * Makes a function that remembers its last answers by the identity of what it was asked about. Nothing here is ever changed in
 * place, so the same object has the same answer.
 */
export function remembering<K extends object, V>(make: (key: K | undefined) => V): (key: K | undefined) => V {
  const answers = new WeakMap<K, V>()
  let ofNothing: { readonly value: V } | undefined
  return (key) => {
    if (!key) return (ofNothing ??= { value: make(key) }).value
    let value = answers.get(key)
    if (value === undefined) answers.set(key, (value = make(key)))
    return value
  }
}
