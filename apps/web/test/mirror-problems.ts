import type { Page } from 'playwright-core'

/**
 * Mirrors the open page. Returns the elements that do not change sides, and those that are wider than the window then. It
 * compares boxes and not the lines in them, because a name from left to right stays as it is.
 */
export async function mirrorProblems(page: Page): Promise<string[]> {
  await mark(page)
  await turn(page, 'rtl')
  const problems = [
    ...(await misplaced(page)),
    ...(await unturned(page)),
    ...(await fieldsWithoutDirection(page)),
    ...(await namesOnTheirOwnSide(page)),
  ]
  await turn(page, undefined)
  return problems
}

/** Gives a page another direction, and waits for elements that turn by a transition. */
const turn = (page: Page, direction: 'rtl' | undefined) =>
  page.evaluate(async (dir) => {
    if (dir) document.documentElement.dir = dir
    else document.documentElement.removeAttribute('dir')
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)))
  }, direction)

/** Stores the distance of each box from the sides of the window, or of the menu or dialog around it. */
const mark = (page: Page) =>
  page.evaluate(() => {
    const boxes =
      'nav, main, aside, section, header, footer, form, fieldset, h1, h2, h3, button, .button, a, input, select, textarea, label, li, img, svg, dt, dd, td, th, kbd, summary'
    for (const element of document.body.querySelectorAll<HTMLElement | SVGElement>(boxes)) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      // A text of people has its own direction, and a picture has none.
      if (element.closest('.message-html, .hidden-visually') || element.parentElement?.closest('[dir], svg'))
        continue
      const { left, right } = element.getBoundingClientRect()
      const frame = element.parentElement?.closest('[popover], dialog')?.getBoundingClientRect()
      if (right > left)
        element.dataset['stood'] = `${left - (frame?.left ?? 0)} ${(frame?.right ?? innerWidth) - right}`
    }
  })

const misplaced = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const problems: string[] = []
    const width = document.documentElement.scrollWidth
    if (width > innerWidth) problems.push(`mirrored, the page is ${width} px wide`)
    for (const element of document.body.querySelectorAll<HTMLElement | SVGElement>('[data-stood]')) {
      const [before = 0, after = 0] = element.dataset['stood']!.split(' ').map(Number)
      delete element.dataset['stood']
      const frame = element.parentElement?.closest('[popover], dialog')?.getBoundingClientRect()
      const box = element.getBoundingClientRect()
      const left = box.left - (frame?.left ?? 0)
      const right = (frame?.right ?? innerWidth) - box.right
      if (Math.abs(after - left) <= 1.5 && Math.abs(before - right) <= 1.5) continue
      // Parts of something that is out of place are out of place with it.
      if (element.parentElement?.closest('[data-misplaced]')) continue
      element.dataset['misplaced'] = ''
      problems.push(
        `${Math.round(before)} and ${Math.round(after)} px from the sides, mirrored ${Math.round(right)} and ${Math.round(left)}: ${element.parentElement?.outerHTML.slice(0, 260)}`,
      )
    }
    for (const element of document.querySelectorAll<HTMLElement>('[data-misplaced]'))
      delete element.dataset['misplaced']
    return problems
  })

/** Returns the icons with a direction that did not turn. */
const unturned = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.icon-turns')]
      .filter(
        (icon) => icon.checkVisibility() && getComputedStyle(icon).transform !== 'matrix(-1, 0, 0, 1, 0, 0)',
      )
      .map((icon) => `did not turn: ${icon.parentElement?.outerHTML.slice(0, 160)}`),
  )

/** Returns the fields for texts of people that have the direction of the page, and not that of the text. */
const fieldsWithoutDirection = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLInputElement>(
        'textarea, input:is([type=text], [type=search], :not([type]))',
      ),
    ]
      .filter((field) => field.checkVisibility() && !field.hasAttribute('dir') && field.role !== 'spinbutton')
      .map((field) => `has the direction of the page: ${field.outerHTML.slice(0, 200)}`),
  )

/** Returns the names that do not begin on the side of the lines around them. Messages and fields go by their text. */
const namesOnTheirOwnSide = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[dir=auto]:not(input, textarea)')]
      .filter((name) => {
        const { direction, textAlign, display } = getComputedStyle(name)
        const isLine = display !== 'inline' && name.checkVisibility() && !name.closest('.message-html')
        if (!isLine || direction === 'rtl' || textAlign !== 'start') return false
        const text = document.createRange()
        text.selectNodeContents(name)
        return name.getBoundingClientRect().width - text.getBoundingClientRect().width > 2
      })
      .map((name) => `begins on its own side: ${name.outerHTML.slice(0, 160)}`),
  )
