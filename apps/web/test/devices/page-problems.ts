import type { Page } from 'playwright-core'
import { accessibilityProblems, viewports } from '#test/story.ts'
import { openSight, type Sight } from './pages.ts'
import { targetProblems } from './target-problems.ts'

const light = { colorScheme: 'light', contrast: 'no-preference' } as const
const allSchemes = [
  light,
  { colorScheme: 'dark', contrast: 'no-preference' },
  { colorScheme: 'light', contrast: 'more' },
  { colorScheme: 'dark', contrast: 'more' },
] as const

/**
 * Widths at which a page is read, with the narrowest or most enlarged form of the same layout: 320 px, and the window of a
 * desk at 200 %. Colors are the same at both. A phone is used by a finger.
 */
const forms = [
  { opened: viewports.desk, isTouched: false, smallest: { width: 720, height: 450 }, schemes: allSchemes },
  { opened: viewports.phone, isTouched: true, smallest: { width: 320, height: 640 }, schemes: [light] },
] as const

/**
 * Returns what is wrong with a page: what axe finds in each scheme, what is cut when it is narrow or enlarged or when its
 * text has more space, controls too small for a finger, controls without borders in forced colors, and movements that go on.
 */
export async function problemsOf(page: Page, sight: Sight): Promise<string[]> {
  const found: string[] = []
  const note = (where: string, problems: readonly string[]) =>
    found.push(...problems.map((problem) => `${sight.name}, ${where}: ${problem}`))
  const browser = await page.context().newCDPSession(page)
  for (const { opened, isTouched, smallest, schemes } of forms) {
    await page.setViewportSize(opened)
    await browser.send('Emulation.setTouchEmulationEnabled', { enabled: isTouched })
    // The layout follows the window, but a menu or a dialog may close when its place changes.
    if (opened === viewports.desk || sight.act) await openSight(page, sight)
    for (const media of schemes) {
      await page.emulateMedia(media)
      await colorsChanged(page)
      const where = `${opened.width} px, ${media.colorScheme}, contrast ${media.contrast}`
      // Only contrast differs with the scheme.
      note(
        where,
        await accessibilityProblems(page, undefined, media === light ? undefined : ['color-contrast']),
      )
    }
    await page.emulateMedia(light)
    if (isTouched) note(`${opened.width} px, by touch`, await targetProblems(page))
    await page.setViewportSize(smallest)
    if (sight.act) await openSight(page, sight)
    await colorsChanged(page)
    note(`${smallest.width} px`, await layoutProblems(page))
    await spaceText(page, true)
    note(`${smallest.width} px, text with more space`, await layoutProblems(page))
    await spaceText(page, false)
  }
  // The mouse is back, too.
  await browser.detach()
  await page.emulateMedia({ forcedColors: 'active' })
  note('forced colors', await controlsWithoutBorder(page))
  await page.emulateMedia({ forcedColors: 'none' })
  note('reduced motion', await movements(page))
  return found
}

/**
 * Waits for the page to hear of new settings, and for its transitions. One that ends changes the color that the elements in it
 * inherit, and begins theirs.
 */
const colorsChanged = (page: Page) =>
  page.evaluate(async () => {
    let atRest = 0
    while (atRest < 3) {
      const moving = document.getAnimations()
      await Promise.all(moving.map(({ finished }) => finished.catch(() => undefined)))
      await new Promise(requestAnimationFrame)
      atRest = moving.length === 0 ? atRest + 1 : 0
    }
  })

/** Gives text as much space as readers may want by WCAG 1.4.12, or takes it away again. */
const spaceText = (page: Page, isSpaced: boolean) =>
  page.evaluate((isWanted) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-block-end: 2em !important }`)
    document.adoptedStyleSheets = isWanted ? [sheet] : []
  }, isSpaced)

/** Buttons and fields that nothing frames when colors of grounds are gone. Browsers draw boxes to tick by themselves. */
const controlsWithoutBorder = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, input:not([type=checkbox], [type=radio]), select, textarea')]
      .filter((element) => {
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
        const { borderTopStyle, outlineStyle, clipPath } = getComputedStyle(element)
        return clipPath === 'none' && borderTopStyle === 'none' && outlineStyle === 'none'
      })
      .map((element) => element.outerHTML.slice(0, 160)),
  )

/** Animations that go on although the reader wants none. */
const movements = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => {
        const { duration, iterations } = effect?.getComputedTiming() ?? {}
        return playState === 'running' && (Number(duration) > 1 || iterations === Infinity)
      })
      .map((animation) => (animation as CSSAnimation).animationName ?? animation.id),
  )

/** Returns what is cut in a page, or scrolls sideways though it holds neither code nor a table. */
const layoutProblems = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const problems: string[] = []
    const describe = (element: Element) => element.outerHTML.slice(0, 160)
    if (document.documentElement.scrollWidth > innerWidth)
      problems.push(`the page is ${document.documentElement.scrollWidth} px wide`)
    // A person cannot scroll what hides the rest, but the focus, a search or a script does.
    for (const element of document.querySelectorAll('html:has(.shell), .shell, .main')) {
      if (element.scrollHeight > element.clientHeight + 1)
        problems.push(`${element.scrollHeight} px high in ${element.clientHeight}: ${describe(element)}`)
    }
    /** Whether scrolling brings an element into sight. */
    const isReachable = (element: Element, direction: 'overflowX' | 'overflowY'): boolean => {
      if (direction === 'overflowY' && getComputedStyle(document.body).overflowY === 'visible') return true
      for (let each = element.parentElement; each; each = each.parentElement)
        if (/auto|scroll/.test(getComputedStyle(each)[direction])) return true
      return false
    }
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const style = getComputedStyle(element)
      if (style.clipPath !== 'none' || element.closest('.hidden-visually, svg, .katex')) continue
      const isSideways = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
      if (
        isSideways &&
        !/visible|clip/.test(style.overflowX) &&
        style.textOverflow !== 'ellipsis' &&
        !element.matches('pre, table, input, textarea') &&
        !element.querySelector(':scope > table, :scope > pre')
      )
        problems.push(`wider than its place: ${describe(element)}`)
      if (!element.matches('a, button, input, select, textarea, h1')) continue
      const { left, right, top, bottom } = element.getBoundingClientRect()
      if ((left < -1 || right > innerWidth + 1) && !isReachable(element, 'overflowX'))
        problems.push(`cut at the side: ${describe(element)}`)
      if ((top < -1 || bottom > innerHeight + 1) && !isReachable(element, 'overflowY'))
        problems.push(`cut above or below: ${describe(element)}`)
    }
    return problems
  })
