import type { Page } from 'playwright-core'

/** Returns what hostile texts have done to a page: scripts that ran, elements that they made, parts that scroll sideways. */
export const trouble = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    if ('hacked' in globalThis) found.push('a script ran')
    for (const each of document.querySelectorAll(
      'img[src="x"], [onerror], [onload], [onclick], body script:not([src])',
    ))
      found.push(`made ${each.outerHTML.slice(0, 100)}`)
    if (document.documentElement.scrollWidth > innerWidth)
      found.push(`the page is ${document.documentElement.scrollWidth} px wide`)
    for (const each of document.querySelectorAll<HTMLElement>('body *')) {
      const { overflowX } = getComputedStyle(each)
      // Code, formulas and tables may be wider than their box; on a phone, offers are one row that is moved by a finger.
      if (!/auto|scroll/.test(overflowX) || each.closest('.message-html, pre, table, .completion')) continue
      if (each.scrollWidth <= each.clientWidth + 1) continue
      const { right } = each.getBoundingClientRect()
      const wide = [...each.querySelectorAll('*')].findLast(
        (part) => part.getBoundingClientRect().right > right,
      )
      found.push(`${each.className} scrolls sideways for ${wide?.outerHTML.slice(0, 200)}`)
    }
    return found
  })

/** Returns the links of a page whose addresses are programs. */
export const addressesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href], area[href]')]
      .map(({ href }) => href)
      .filter((href) => /^(javascript|vbscript|data):/i.test(href)),
  )
