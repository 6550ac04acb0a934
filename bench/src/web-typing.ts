import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Figure } from './figure.ts'
import {
  debuggerOf,
  desk,
  pauseFor,
  percentile95,
  phone,
  phoneSlowness,
  probeOf,
  readableAfter,
  resetProbe,
  signedIn,
  slowDown,
} from './web-browser.ts'
import type { WebOrganization } from './web-organization.ts'

/** Presses of a key in each series. */
const presses = 60
const messagesPerSecond = 20

export const typedText = 'It is good to write while others write, too. '.repeat(2).slice(0, presses)

/** Sends messages of others at an even pace until it is told to stop. A fifth of them is for the conversation that is open. */
export function sendEvenly(send: (index: number, text: string, isForOpen: boolean) => Promise<void>): {
  stop(): Promise<void>
} {
  const ending = new AbortController()
  const run = async () => {
    const began = performance.now()
    const sent: Promise<void>[] = []
    for (let index = 0; !ending.signal.aborted; index++) {
      sent.push(send(index, `Message number ${index} of somebody`, index % 5 === 0))
      await pauseFor(Math.max(0, began + ((index + 1) * 1000) / messagesPerSecond - performance.now()))
    }
    await Promise.all(sent)
  }
  const running = run()
  return {
    async stop() {
      ending.abort()
      await running
    },
  }
}

/** Measures a person at the keyboard: the change to another conversation, writing, and looking for names. */
export async function measureKeys(browser: Browser, organization: WebOrganization): Promise<Figure[]> {
  const onPhone = await slowSwitches(
    await openTopics(await signedIn(browser, organization.server, phone), organization),
  )
  const context = await signedIn(browser, organization.server, desk)
  const page = await openTopics(context, organization)
  const switches = await switchAround(page)

  await page.goto(organization.busyTopics[0] ?? '')
  const box = page.locator('textarea.editor-box')
  const sending = sendEvenly((index, text, isForOpen) =>
    organization.send(index, text, isForOpen ? 0 : undefined),
  )
  await pauseFor(2000)
  const writing = await type(page, async () => {
    await box.click()
    await page.keyboard.type(typedText, { delay: 90 })
  })
  const naming = await type(page, async () => {
    await page.keyboard.type(' @user12 @**u @us @user99 @u @user3 @use @user77', { delay: 90 })
  })
  const { offers } = await probeOf(page)
  await page.keyboard.press('Escape')
  const finding = await type(page, async () => {
    await page.keyboard.press('Control+K')
    await page.keyboard.type('user 12 channel 44 topic', { delay: 120 })
    await page.keyboard.press('Control+A')
    await page.keyboard.type('user77 topic 3 channel 210', { delay: 120 })
  })
  await sending.stop()
  await context.close()
  return [
    keyFigure(keyFigures.change, switches, 50),
    keyFigure(keyFigures.slowChange, onPhone, 120),
    keyFigure(keyFigures.writing, writing, 16),
    keyFigure(`Key press that completes a name of 10,000, ${messagesPerSecond} messages/s`, naming, 16),
    keyFigure('Names that fit it are shown', offers),
    keyFigure(`Key press in the palette, ${messagesPerSecond} messages/s`, finding, 16),
  ]
}

/** Opens the busy channel's list and each of its topics once, so that all are stored. */
async function openTopics(
  context: BrowserContext,
  { busyChannel, busyTopics }: WebOrganization,
): Promise<Page> {
  const page = await context.newPage()
  await page.goto(busyChannel)
  await readableAfter(page)
  for (const [number, address] of busyTopics.entries()) {
    await page.goto(address)
    await page.getByRole('heading', { name: `topic ${number}`, exact: true }).waitFor()
    await page.locator('.messages-feed article').first().waitFor()
  }
  // Parts that are loaded later are there.
  await pauseFor(3000)
  return page
}

/** Returns the milliseconds of changes with a CPU as slow as a phone's, after a while of use. Closes the profile. */
export async function slowSwitches(page: Page): Promise<number[]> {
  await switchAround(page)
  await slowDown(await debuggerOf(page))
  const switches = await switchAround(page)
  await page.context().close()
  return switches
}

/** Names of figures that another client has, too. */
export const keyFigures = {
  change: 'Change of conversation, key press to paint',
  slowChange: `The same in the window of a phone, CPU slower by ${phoneSlowness}`,
  writing: `Key press in the compose box, ${messagesPerSecond} messages/s`,
} as const

export const keyFigure = (name: string, values: readonly number[], atMost?: number): Figure => ({
  name,
  value: percentile95(values),
  unit: 'ms p95',
  ...(atMost === undefined ? {} : { atMost }),
  note: `median ${median(values).toFixed(1)} of ${values.length}`,
})

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Goes down and up through a list of ten conversations by keys. Returns the milliseconds of each change. */
export async function switchAround(page: Page): Promise<number[]> {
  await resetProbe(page)
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press(press % 18 < 9 ? 'Alt+ArrowDown' : 'Alt+ArrowUp')
    await pauseFor(250)
  }
  return (await probeOf(page)).switches
}

/** Returns the milliseconds of each key that `press` presses. */
export async function type(page: Page, press: () => Promise<void>): Promise<number[]> {
  await resetProbe(page)
  await press()
  await pauseFor(500)
  return (await probeOf(page)).keys
}
