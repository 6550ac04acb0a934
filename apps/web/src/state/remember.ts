/**
 * Makes a selector that remembers its last answer: `select` runs again only when one of the inputs is another object.
 * For things that are made from parts of the page's knowledge, so that drawing can compare them by identity.
 */
export function remember<I extends readonly unknown[], R>(select: (...inputs: I) => R): (...inputs: I) => R {
  let last: { readonly inputs: I; readonly result: R } | undefined
  return (...inputs) => {
    if (!last?.inputs.every((input, index) => Object.is(input, inputs[index])))
      last = { inputs, result: select(...inputs) }
    return last.result
  }
}
