import type { Page } from 'playwright-core'

/**
 * Returns the texts of the catalogs that are cut off in a page. The whole text has to stand in a tip or in the name of the
 * control, or behind the control. Names of people, topics and the like may be cut off.
 */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const problems: string[] = []
    const describe = (element: Element) => element.outerHTML.slice(0, 200)
    const width = document.documentElement.scrollWidth
    if (width > innerWidth) problems.push(`the page is ${width} px wide`)
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      if (element.closest('.hidden-visually, svg, .message-html')) continue
      const { overflowX, overflowY, textOverflow, clipPath } = getComputedStyle(element)
      if (clipPath !== 'none' || element.clientWidth === 0) continue
      const isCutAside = element.scrollWidth > element.clientWidth + 1 && /hidden|clip/.test(overflowX)
      const isCutBelow = element.scrollHeight > element.clientHeight + 3 && /hidden|clip/.test(overflowY)
      const isSpoken = element.textContent?.includes('⟦') ?? false
      const isReadable = element.closest('[data-tip], [title]') !== null
      if (isSpoken && !isReadable && (isCutAside || isCutBelow))
        problems.push(`cut${textOverflow === 'ellipsis' ? ' with …' : ''}: ${describe(element)}`)
    }
    return problems
  })

/** Returns the fields that have no room for their hint. */
export const cutPlaceholders = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const drawing = document.createElement('canvas').getContext('2d')!
    return [...document.querySelectorAll<HTMLInputElement>('input[placeholder]')].flatMap((field) => {
      if (!field.checkVisibility({ visibilityProperty: true }) || field.value !== '') return []
      // The palette lists below its field what can be found.
      if (field.closest('.palette-field')) return []
      const style = getComputedStyle(field)
      drawing.font = style.font
      const room =
        field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
      return drawing.measureText(field.placeholder).width > room + 1
        ? [`no room in ${Math.round(room)} px: ${field.outerHTML.slice(0, 200)}`]
        : []
    })
  })

/** The visible part of a line of text, in pixels of the window. */
interface Line {
  readonly element: string
  /** Tells elements apart whose HTML begins alike. */
  readonly index: number
  /** A part that lies over the rest of the page on purpose is a separate layer. */
  readonly layer: number
  readonly isOutOfControl: boolean
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Returns the texts that reach out of their control, and those that lie over another text. */
export async function overlaps(page: Page): Promise<string[]> {
  const lines = await linesOf(page)
  const problems = lines
    .filter(({ isOutOfControl }) => isOutOfControl)
    .map(({ element }) => `stands out of its control: ${element}`)
  for (const [index, one] of lines.entries())
    for (const other of lines.slice(index + 1)) {
      if (one.layer !== other.layer || one.index === other.index) continue
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
      const least = Math.min(one.bottom - one.top, other.bottom - other.top)
      if (wide > 2 && high > least * 0.4)
        problems.push(`over each other: ${one.element} and ${other.element}`)
    }
  return [...new Set(problems)]
}

const linesOf = (page: Page): Promise<Line[]> =>
  page.evaluate(() => {
    const seen: Element[] = []
    const indexOf = (element: Element) => {
      if (!seen.includes(element)) seen.push(element)
      return seen.indexOf(element)
    }
    const parents = (element: Element) => {
      const all: Element[] = []
      for (let each: Element | null = element; each; each = each.parentElement) all.push(each)
      return all
    }
    const isLayer = (element: Element) => {
      const { position, zIndex } = getComputedStyle(element)
      return /fixed|sticky/.test(position) || zIndex !== 'auto' || element.matches('dialog, [popover]')
    }
    const lines: Line[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement!
      if (!walker.currentNode.textContent?.trim()) continue
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      if (element.closest('.hidden-visually, script, style, noscript, option, textarea, .message-html'))
        continue
      const around = parents(element)
      const layer = indexOf(around.find(isLayer) ?? document.body)
      const clips = around
        .filter((each) => getComputedStyle(each).overflow !== 'visible')
        .map((each) => each.getBoundingClientRect())
      const control = element.closest('button, label, .button, th, td')?.getBoundingClientRect()
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      for (const rect of range.getClientRects()) {
        const left = Math.max(rect.left, ...clips.map((clip) => clip.left))
        const right = Math.min(rect.right, ...clips.map((clip) => clip.right))
        const top = Math.max(rect.top, ...clips.map((clip) => clip.top))
        const bottom = Math.min(rect.bottom, ...clips.map((clip) => clip.bottom))
        if (right - left < 2 || bottom - top < 2) continue
        const isOutOfControl = control !== undefined && (left < control.left - 1 || right > control.right + 1)
        const html = element.outerHTML.slice(0, 120)
        lines.push({
          element: html,
          index: indexOf(element),
          layer,
          isOutOfControl,
          left,
          right,
          top,
          bottom,
        })
      }
    }
    return lines
  })
