import { expect } from 'vitest'

/** Waits for a condition, for stories that go on without it and tell at their end what did not come true. */
export async function comesTrue(condition: () => Promise<boolean>): Promise<boolean> {
  try {
    await expect.poll(condition, { timeout: 10_000 }).toBe(true)
    return true
  } catch {
    return false
  }
}
