import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Figure } from './figure.ts'
import { desk, timePages } from './web-browser.ts'
import type { WebOrganization } from './web-organization.ts'
import { scrollFigures } from './web-scrolling.ts'
import { keyFigure, sendEvenly, switchAround, type, typedText } from './web-typing.ts'

/** Messages of the page: those that the client draws when a conversation opens, and the most that it ever has. */
const opened = 48
const most = 300

/**
 * Measures a page with nothing but messages and a box: no client, no events, next to no script. It tells how much of a
 * figure is this machine's browser.
 */
export async function measureBare(
  paced: Browser,
  unpaced: Browser,
  organization: WebOrganization,
): Promise<Figure[]> {
  const keys = await onBarePage(unpaced, async (page) => {
    const switches = await switchAround(page)
    await page.locator('textarea').focus()
    // The server has as much to do as beside the client.
    const sending = sendEvenly((index, text) => organization.send(index, text))
    const writing = await type(page, () => page.keyboard.type(typedText, { delay: 90 }))
    await sending.stop()
    return [
      keyFigure('A bare page: change of conversation', switches),
      keyFigure('A bare page: key press', writing),
    ]
  })
  const scrolling = await onBarePage(paced, (page) =>
    scrollFigures(page, 'A bare page', () => Promise.resolve(false), 3),
  )
  return [...keys, ...scrolling]
}

async function onBarePage(browser: Browser, measure: (page: Page) => Promise<Figure[]>): Promise<Figure[]> {
  const context = await browser.newContext(desk)
  try {
    return await measure(await bareIn(context))
  } finally {
    await context.close()
  }
}

async function bareIn(context: BrowserContext): Promise<Page> {
  await timePages(context, 'article')
  const page = await context.newPage()
  await page.route('http://bare.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: barePage }),
  )
  await page.goto('http://bare.test/')
  return page
}

const message = (number: number) =>
  `<article><b>Somebody</b> <time>14:0${number % 10}</time><p>Message number ${number} of a page without a client.</p></article>`

const barePage = `<!doctype html><meta charset="utf-8"><title>Bare</title>
<style>
  body { display: flex; flex-direction: column; height: 100vh; margin: 0; font: 16px/1.5 sans-serif }
  main { flex: 1; overflow-y: auto; background: white }
  article { min-height: 4rem; padding: 0 1rem }
  p { margin: 0 }
</style>
<main>${Array.from({ length: most }, (_, number) => message(number)).join('')}</main>
<textarea rows="2"></textarea>
<script>
  const all = [...document.querySelectorAll('article')].map((article) => article.outerHTML)
  let turn = 0
  addEventListener('keydown', ({ altKey, key }) => {
    if (!altKey || !key.startsWith('Arrow')) return
    const main = document.querySelector('main')
    const from = (++turn * ${opened}) % ${most - opened}
    main.innerHTML = all.slice(from, from + ${opened}).join('')
    main.scrollTop = main.scrollHeight
  })
</script>`
