import { expect } from 'vitest'

/** Waits for a condition. For stories that go on if it fails, and report all failures at their end. */
export async function comesTrue(condition: () => Promise<boolean>): Promise<boolean> {
  try {
    await expect.poll(condition, { timeout: 10_000 }).toBe(true)
    return true
  } catch {
    return false
  }
}
