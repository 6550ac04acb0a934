import type { Page } from 'playwright-core'

/** Pixels that a finger needs, both ways. */
const least = 44

/**
 * Returns which controls are too small for a finger: fewer than 44 px each way, through a point of the control, lead to it.
 * Links and buttons in the midst of a text are as high as their lines. Where a menu or a dialog is open, only it is looked at.
 */
export const targetProblems = (page: Page): Promise<string[]> =>
  page.evaluate(async (size) => {
    const controls =
      'a[href], button, summary, select, textarea, input:not([type=hidden]), ' +
      '[role=button], [role=link], [role=option], [role^=menuitem], [role=tab], [role=switch]'

    /** The control that a point leads to, by itself or as its label. Notices go away by themselves: others count below them. */
    const controlAt = (x: number, y: number, isNotice: boolean): Element | null => {
      const found = document
        .elementsFromPoint(x, y)
        .find((each) => isNotice || !each.closest('.toasts'))
        ?.closest(`${controls}, label`)
      return found instanceof HTMLLabelElement ? found.control : (found ?? null)
    }

    /** Whether it is a word of a sentence, or stands in the text of a message. */
    const isInText = (control: Element) =>
      getComputedStyle(control).display === 'inline' &&
      (control.closest('.message-html') !== null ||
        [...control.parentElement!.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '',
        ))

    /** Pixels that lead to a control to the right and left, and up and down, through a point of it where they are most. */
    const extentOf = (control: Element): { wide: number; high: number } | undefined => {
      const isNotice = control.closest('.toasts') !== null
      const leadsThere = (x: number, y: number) => controlAt(x, y, isNotice) === control
      const reach = (x: number, y: number, across: number, down: number) => {
        let length = 1
        for (const way of [-1, 1])
          for (let far = 1; far < size && leadsThere(x + across * way * far, y + down * way * far); far++)
            length++
        return length
      }
      const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : []
      for (const { left, top, width, height } of [control, ...labels].flatMap((each) => [
        ...each.getClientRects(),
      ]))
        for (const along of [0.5, 0.1, 0.3, 0.7, 0.9]) {
          const [x, y] = [left + width * along, top + height / 2]
          if (leadsThere(x, y)) return { wide: reach(x, y, 1, 0), high: reach(x, y, 0, 1) }
        }
      return undefined
    }

    const over = [...document.querySelectorAll('dialog:modal, :popover-open')].at(-1)
    const problems: string[] = []
    for (const control of (over ?? document).querySelectorAll(controls)) {
      if (!control.isConnected || !control.checkVisibility({ visibilityProperty: true })) continue
      // The picture beside a name opens the same card.
      if (isInText(control) || control.matches('.message-sender')) continue
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const isSmall = () => {
        const extent = extentOf(control)
        return extent && (extent.wide < size || extent.high < size) ? extent : undefined
      }
      if (!isSmall()) continue
      // A list may draw other rows when it is scrolled.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      const extent = isSmall()
      if (extent)
        problems.push(`${extent.wide} × ${extent.high} px to press: ${control.outerHTML.slice(0, 160)}`)
    }
    return problems
  }, least)
