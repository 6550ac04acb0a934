import type { Locator, Page } from 'playwright-core'

/** Pixels of the window. */
export interface Pixels {
  readonly x: number
  readonly y: number
}

/** Draws a finger over something, from its middle or from a point of the window, and lifts it. */
export async function drawFinger(page: Page, from: Locator | Pixels, way: Pixels): Promise<void> {
  const lift = await pressFinger(page, from, way)
  await lift()
}

/** Draws a finger like `drawFinger`, and lets it rest at the end of its way. Returns what lifts it. */
export async function pressFinger(
  page: Page,
  from: Locator | Pixels,
  way: Pixels,
): Promise<() => Promise<void>> {
  const { x, y } = 'x' in from ? from : await middleOf(from)
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + way.x * part, y: y + way.y * part }],
    })
  await touch('touchStart', 0)
  for (let part = 1; part <= 8; part++) await touch('touchMove', part / 8)
  return async () => {
    await touch('touchEnd', 1)
    await session.detach()
  }
}

async function middleOf(of: Locator): Promise<Pixels> {
  const box = await of.boundingBox()
  if (!box) throw new Error('Nothing to draw a finger over is in sight')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
