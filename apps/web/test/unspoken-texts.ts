import type { Page } from 'playwright-core'

/** The place of a text: an element, or an attribute of it. */
interface Heard {
  readonly text: string
  readonly where: string
}

/**
 * Words that `Intl` says, in the language of the page: days, months, halves of the day, the last word of a list, and units.
 * No catalog has them.
 */
const saidByIntl =
  /\b(?:(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?|Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?|AM|PM|at|and|or|UTC|GMT|kB|MB|GB|byte)\b/gu

/**
 * Returns the words of a page in the pseudo language that stand outside of its brackets, also in names that only screen readers
 * speak. Names and other texts of people (`data`), numbers and times are left out.
 */
export async function unspokenTexts(page: Page, data: readonly (string | RegExp)[]): Promise<string[]> {
  const longestFirst = data.toSorted((a, b) => String(b).length - String(a).length)
  const found = [...(await textsOutside(page)), ...(await attributesOf(page))]
  return found.flatMap(({ text, where }) => {
    let left = text
    // A text may have another one as a value.
    for (let before = ''; before !== left;) {
      before = left
      left = left.replaceAll(/⟦[^⟦⟧]*⟧/g, ' ')
    }
    for (const each of longestFirst) left = left.replaceAll(each, ' ')
    return /\p{L}{2,}/u.test(left.replaceAll(saidByIntl, ' ')) ? [`“${left.trim()}” in ${where}`] : []
  })
}

/** Reads the words outside of brackets. A text with a link consists of several nodes, and its brackets are in two of them. */
const textsOutside = (page: Page): Promise<Heard[]> =>
  page.evaluate(() => {
    const found: Heard[] = []
    let depth = 0
    let opened = ''
    const outside = (text: string, where: () => string) => {
      let left = ''
      for (const letter of text) {
        if (letter === '⟦') depth++
        if (depth === 0) left += letter
        else if (letter === '⟦' && depth === 1) opened = `${where()}: ${text}`
        if (letter === '⟧') depth--
        // Without this, a closing bracket that was never opened would hide a later text.
        if (depth < 0) depth = 0
      }
      if (/\p{L}{2,}/u.test(left)) found.push({ text: left, where: where() })
    }
    // Until the page has a title of its own, it has the name of the product.
    if (document.title !== 'Tagma') outside(document.title, () => 'the title')
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement!
      const control = element.closest('select') ?? element
      if (!control.checkVisibility({ visibilityProperty: true })) continue
      const isOfMessage = element.closest('.message-html') !== null && !element.closest('button')
      // Texts of people go by their own direction, their pictures have letters, and keys are named as on the keyboard.
      const isData = element.closest('[dir="auto"], [dir="ltr"], bdi, code, .avatar, kbd') !== null
      if (isOfMessage || isData || element.closest('script, style, noscript, textarea')) continue
      outside(walker.currentNode.textContent ?? '', () => element.outerHTML.slice(0, 160))
    }
    if (depth > 0) found.push({ text: 'Never ends', where: opened })
    return found
  })

/** Reads names, hints and contents that attributes and styles give to elements. */
const attributesOf = (page: Page): Promise<Heard[]> =>
  page.evaluate(() => {
    const names = [
      ...['aria-label', 'aria-description', 'aria-valuetext', 'aria-roledescription', 'aria-placeholder'],
      ...['title', 'placeholder', 'alt', 'label', 'data-tip'],
    ]
    const found: Heard[] = []
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      // A picture in a message has the name that its sender gave it, and a mention that of a person.
      // Emoji have the same names in every language. Addresses and code are written from left to right.
      const isOfMessage = element.closest('.message-html') !== null && !element.matches('button')
      const isData = isOfMessage || element.matches('.emoji-option, [dir="ltr"]')
      for (const name of isData ? [] : names) {
        const text = element.getAttribute(name)
        if (text) found.push({ text, where: `${name} of ${element.outerHTML.slice(0, 160)}` })
      }
      for (const part of ['::before', '::after']) {
        const { content } = getComputedStyle(element, part)
        if (/^".*\p{L}{2}/u.test(content))
          found.push({ text: content, where: `${part} of ${element.outerHTML.slice(0, 160)}` })
      }
    }
    return found
  })
