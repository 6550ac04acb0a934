/**
 * Like `Promise.all`, but waits for all before it throws the first error: in a transaction, nothing may go on after its
 * end.
 */
export async function settleAll<T extends readonly unknown[]>(
  asked: readonly [...{ [K in keyof T]: Promise<T[K]> | T[K] }],
): Promise<T> {
  const results = await Promise.allSettled(asked.map((one) => Promise.resolve(one)))
  const values = results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
  return values as unknown as T
}
