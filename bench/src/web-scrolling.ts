import type { Browser, CDPSession, Page } from 'playwright-core'
import type { Figure } from './figure.ts'
import { debuggerOf, desk, readableAfter, signedIn } from './web-browser.ts'
import type { WebOrganization } from './web-organization.ts'

/** Pixels of one turn of the wheel, and pixels a second. */
const stretch = 20_000
const speed = 12_000
/** Seconds after which it ends before the beginning is reached. */
const patience = 50

/** Scrolls from the end of a topic of 10,000 messages to its beginning. */
export async function measureScrolling(
  browser: Browser,
  { server, longTopic }: WebOrganization,
): Promise<Figure[]> {
  const context = await signedIn(browser, server, desk)
  const page = await context.newPage()
  await page.goto(longTopic)
  await readableAfter(page)
  let most = 0
  const oldest = async () => Number(await page.locator('article.message').first().getAttribute('data-id'))
  const newest = Number(await page.locator('article.message').last().getAttribute('data-id'))
  const [dropped, unpainted] = await scrollFigures(page, '', async () => {
    most = Math.max(most, await page.locator('article.message').count())
    return page.locator('.list-beginning').isVisible()
  })
  // The messages of this topic have neighbouring ids.
  const passed = newest - (await oldest()) + 1
  await context.close()
  return [
    { ...dropped, name: `${dropped.name} through ${passed.toLocaleString('en')} messages`, atMost: 1 },
    unpainted,
    { name: 'Message elements in the page at most', value: most, unit: 'elements', atMost: 300 },
  ]
}

/**
 * Scrolls up at an even speed until `isOver`, and tells how many frames were dropped, and how many were shown before all of
 * their parts were painted. With `turns` it scrolls up and down so many times, since a page that does not grow has an end.
 */
export async function scrollFigures(
  page: Page,
  whose: string,
  isOver: () => Promise<boolean>,
  turns = Number.POSITIVE_INFINITY,
): Promise<[dropped: Figure, unpainted: Figure]> {
  const session = await debuggerOf(page)
  const began = performance.now()
  const frames = await framesDuring(session, async () => {
    for (let turn = 0; turn < turns && performance.now() - began < patience * 1000; turn++) {
      if (await isOver()) break
      await session.send('Input.synthesizeScrollGesture', {
        x: 900,
        y: 400,
        yDistance: turns === Number.POSITIVE_INFINITY || turn % 2 === 1 ? stretch : -stretch,
        speed,
        gestureSourceType: 'mouse',
      })
    }
  })
  const shown = frames.filter(({ isShown }) => isShown)
  const percentOf = (part: number, all: number) => (part / all) * 100
  const named = (name: string) => (whose === '' ? name : `${whose}: ${name.toLowerCase()}`)
  return [
    {
      name: named('Dropped frames, scrolling'),
      value: percentOf(frames.length - shown.length, frames.length),
      unit: '%',
    },
    {
      name: named('Frames with a part still unpainted, scrolling'),
      value: percentOf(shown.filter(({ isUnpainted }) => isUnpainted).length, shown.length),
      unit: '%',
    },
  ]
}

/** A frame that had something new to show. */
interface Frame {
  isShown: boolean
  isUnpainted: boolean
}

/** Chromium's own report of a frame, as far as it is read here. */
interface FrameReport {
  readonly state: string
  readonly affects_smoothness: boolean
  readonly checkerboarded_needs_raster?: boolean
  readonly layer_tree_host_id: number
  readonly frame_source: number
  readonly frame_sequence: number
}

interface TraceEvent {
  readonly name: string
  readonly args?: { readonly frame_reporter?: FrameReport }
}

/** Has Chromium report all frames while `act` runs. */
async function framesDuring(session: CDPSession, act: () => Promise<void>): Promise<Frame[]> {
  const frames = new Map<string, Frame>()
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, args } of value as unknown as readonly TraceEvent[]) {
      const report = name === 'PipelineReporter' ? args?.frame_reporter : undefined
      if (report) noteFrame(frames, report)
    }
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['benchmark'] },
  })
  await act()
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await ended
  return [...frames.values()]
}

/**
 * Takes in a report. A frame has two reports if the page's own part of it comes later. It was shown if one of them says so.
 */
function noteFrame(frames: Map<string, Frame>, report: FrameReport): void {
  const isShown = report.state.startsWith('STATE_PRESENTED')
  const isDropped = report.state === 'STATE_DROPPED' && report.affects_smoothness
  if (!isShown && !isDropped) return
  const key = [report.layer_tree_host_id, report.frame_source, report.frame_sequence].join(' ')
  const frame = frames.get(key) ?? { isShown: false, isUnpainted: false }
  frame.isShown ||= isShown
  frame.isUnpainted ||= isShown && report.checkerboarded_needs_raster === true
  frames.set(key, frame)
}
