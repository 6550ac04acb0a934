import type { Browser, BrowserContext } from 'playwright-core'
import type { Figure } from './figure.ts'
import { startTheLounge, type TheLounge } from './the-lounge.ts'
import { debuggerOf, desk, pauseFor, phone, readableAfter, timePages } from './web-browser.ts'
import { heapFigures, heapOf, messages, patience } from './web-heap.ts'
import {
  keyFigure,
  keyFigures,
  sendEvenly,
  slowSwitches,
  switchAround,
  type,
  typedText,
} from './web-typing.ts'
import { measureVisits } from './web-visits.ts'

const channelCount = 10
const messagesPerChannel = 100
const people = 20

const texts = [
  'Has anybody seen the plan for tomorrow?',
  'It was in plan.md, beside the notes of last week, I think. Otherwise ask those who were there: they wrote all of it down, and more than one page of it.',
  'Thanks 👍',
  'Measure, mend, measure again',
] as const

/**
 * Measures The Lounge as the web client is measured: ten channels of 100 messages, and nobody beside those who write. It has
 * no people, channels or history beyond these, which makes it easier for it.
 */
export async function measurePeer(browser: Browser, unpaced: Browser): Promise<Figure[]> {
  const lounge = await startTheLounge(channelCount)
  if (!lounge) {
    console.log('  The Lounge cannot be installed from npm here: nothing stands beside these figures.')
    return []
  }
  try {
    for (let index = 0; index < channelCount * messagesPerChannel; index++)
      await say(lounge, index, texts[index % texts.length] ?? texts[0], index % channelCount)
    const session = await signIn(browser, lounge)
    const figures = [
      ...(await measureVisits(() => openProfile(browser, lounge, session, phone), '/')),
      ...(await slowKeysOf(await openProfile(unpaced, lounge, session, phone))),
      ...(await keysOf(await openProfile(unpaced, lounge, session), lounge)),
      ...(await heapAfterMessages(await openProfile(browser, lounge, session), lounge)),
    ]
    return figures.map(({ name, value, unit, note }) => ({
      name: `The Lounge: ${name}`,
      value,
      unit,
      ...(note === undefined ? {} : { note }),
    }))
  } finally {
    await lounge.stop()
  }
}

const say = ({ irc, channels }: TheLounge, index: number, text: string, channel: number) =>
  irc.say(channels[channel] ?? '', `user${Math.floor(index / 3) % people}`, text)

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

/** Signs in once, and opens the first channel, which the account then comes back to. Returns what the browser keeps of it. */
async function signIn(browser: Browser, { url, account, channels }: TheLounge): Promise<Session> {
  const context = await browser.newContext({ baseURL: url, ...desk, serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto('/')
  await page.locator('#signin-username').fill(account.name)
  await page.locator('#signin-password').fill(account.password)
  await page.locator('button[type=submit]').click()
  await page.locator(`.channel-list-item[data-name="${channels[0]}"]`).click()
  await page.locator('.msg[data-type=message]').first().waitFor()
  await pauseFor(1000)
  const session = await context.storageState()
  await context.close()
  return session
}

async function openProfile(
  browser: Browser,
  { url }: TheLounge,
  storageState: Session,
  device: typeof desk | typeof phone = desk,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    timezoneId: 'UTC',
    storageState,
    ...device,
  })
  await timePages(context, '.msg[data-type=message]')
  return context
}

async function keysOf(context: BrowserContext, lounge: TheLounge): Promise<Figure[]> {
  const page = await context.newPage()
  await page.goto('/')
  await readableAfter(page)
  const openChannel = async (name: string | undefined) => {
    await page.locator(`.channel-list-item[data-name="${name}"]`).click()
    await page.locator('.msg[data-type=message]').first().waitFor()
    await pauseFor(300)
  }
  for (const channel of lounge.channels.toReversed()) await openChannel(channel)
  await pauseFor(2000)
  const changes = await switchAround(page)
  await openChannel(lounge.channels[0])
  const sending = sendEvenly((index, text, isForOpen) =>
    say(lounge, index, text, isForOpen ? 0 : 1 + (index % (channelCount - 1))),
  )
  await pauseFor(2000)
  const writing = await type(page, async () => {
    await page.locator('#input').click()
    await page.keyboard.type(typedText, { delay: 90 })
  })
  await sending.stop()
  await context.close()
  return [keyFigure(keyFigures.change, changes), keyFigure(keyFigures.writing, writing)]
}

/** Where the list of channels is hidden, keys go through it all the same. */
async function slowKeysOf(context: BrowserContext): Promise<Figure[]> {
  const page = await context.newPage()
  await page.goto('/')
  await readableAfter(page)
  await pauseFor(2000)
  return [keyFigure(keyFigures.slowChange, await slowSwitches(page))]
}

async function heapAfterMessages(context: BrowserContext, lounge: TheLounge): Promise<Figure[]> {
  const page = await context.newPage()
  const session = await debuggerOf(page)
  await page.goto('/')
  await readableAfter(page)
  const before = await heapOf(session)
  const began = performance.now()
  let sent = 0
  while (sent < messages && performance.now() - began < patience * 1000) {
    const channel = sent % 50 === 0 ? 0 : 1 + (sent % (channelCount - 1))
    await say(lounge, sent, `Message number ${sent}, of a day with many others`, channel)
    sent++
  }
  await say(lounge, 0, 'The last one of this day', 0)
  await page.getByText('The last one of this day').first().waitFor({ timeout: 120_000 })
  const after = await heapOf(session)
  await context.close()
  return heapFigures(before, after, sent)
}
