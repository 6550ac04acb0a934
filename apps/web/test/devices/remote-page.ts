import type * as Accessibility from 'dom-accessibility-api'
import { build } from 'esbuild'
import { expect } from 'vitest'
import type { InputSource, RemoteBrowser } from './remote-browser.ts'

/** An element of the page, by its role and the beginning of its accessible name, in another if need be. */
export interface Wanted {
  readonly role: string
  readonly name?: string
  /** Text that it contains. */
  readonly text?: string
  /** The element that it lies in. */
  readonly within?: Wanted
}

/** An element that was found. */
export interface Found {
  readonly value: string
  /** The middle of it, in the window. */
  readonly x: number
  readonly y: number
  readonly top: number
  readonly hasFocus: boolean
  readonly html: string
}

/** A page as a story uses it: whatever it asks for is waited for. */
export interface RemotePage {
  readonly browser: RemoteBrowser
  all(wanted: Wanted): Promise<Found[]>
  /** Waits until such an element is there, and returns the first. */
  find(wanted: Wanted): Promise<Found>
  /** Waits until no such element is there. */
  gone(wanted: Wanted): Promise<void>
  click(wanted: Wanted): Promise<void>
  /** Puts the focus into a field, empties it and types. */
  write(wanted: Wanted, text: string): Promise<void>
  type(text: string): Promise<void>
  /** Presses a key with others held, such as `Control+Enter`. */
  press(keys: string): Promise<void>
}

const patience = { timeout: 30_000, interval: 150 }

/** Source that gives a page the roles and names of its elements, as `accessibility`. */
let roles: Promise<string> | undefined
const rolesForPages = () =>
  (roles ??= build({
    stdin: { contents: "export * from 'dom-accessibility-api'", resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'accessibility',
    footer: { js: 'globalThis.accessibility = accessibility' },
  }).then(({ outputFiles }) => outputFiles[0]!.text))

export function remotePage(browser: RemoteBrowser): RemotePage {
  const look = async (wanted: Wanted): Promise<Found[]> => {
    if (!(await browser.run('() => "accessibility" in globalThis')))
      await browser.run(`() => { ${await rolesForPages()} }`)
    return (await browser.run(String(findInPage), wanted)) as Found[]
  }
  const page: RemotePage = {
    browser,
    all: look,
    async find(wanted) {
      let found: Found | undefined
      await expect
        .poll(async () => (found = (await look(wanted))[0]), { ...patience, message: JSON.stringify(wanted) })
        .toBeDefined()
      return found!
    },
    async gone(wanted) {
      await expect.poll(() => look(wanted), { ...patience, message: JSON.stringify(wanted) }).toEqual([])
    },
    async click(wanted) {
      const { x, y } = await settled(wanted)
      await browser.perform([
        {
          type: 'pointer',
          id: 'mouse',
          parameters: { pointerType: 'mouse' },
          actions: [
            { type: 'pointerMove', x, y },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ],
        },
      ])
    },
    async write(wanted, text) {
      await page.click(wanted)
      await expect.poll(async () => (await page.find(wanted)).hasFocus, patience).toBe(true)
      await page.press('Control+a')
      await page.press('Backspace')
      await page.type(text)
    },
    type: (text) => browser.perform([keyboard([...text].flatMap(strike))]),
    async press(keys) {
      const parts = keys.split('+').map((part) => keyCodes[part] ?? part)
      await browser.perform([
        keyboard([
          ...parts.map((value) => ({ type: 'keyDown' as const, value })),
          ...parts.toReversed().map((value) => ({ type: 'keyUp' as const, value })),
        ]),
      ])
    },
  }
  /** Waits until an element stands still. */
  const settled = async (wanted: Wanted): Promise<Found> => {
    let before = await page.find(wanted)
    await expect
      .poll(async () => {
        const last = before
        before = await page.find(wanted)
        return before.x === last.x && before.y === last.y
      }, patience)
      .toBe(true)
    return before
  }
  return page
}

const keyboard = (actions: Extract<InputSource, { type: 'key' }>['actions']): InputSource => ({
  type: 'key',
  id: 'keyboard',
  actions,
})

const strike = (value: string) => [
  { type: 'keyDown' as const, value },
  { type: 'keyUp' as const, value },
]

/** WebDriver's code points for keys that write nothing. */
const keyCodes: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Enter: '\uE007',
  Escape: '\uE00C',
  Shift: '\uE008',
  Control: '\uE009',
  ArrowDown: '\uE015',
  ArrowUp: '\uE013',
}

/** Runs in the page: finds what is there for people who hear it, and scrolls the first into sight. */
function findInPage(wanted: Wanted): Found[] {
  const { accessibility } = globalThis as unknown as { accessibility: typeof Accessibility }
  const nameOf = (element: Element) => accessibility.computeAccessibleName(element)
  const search = (root: Element, { role, name, text, within }: Wanted): Element[] => {
    const outer = within ? search(root, within) : [root]
    return outer.flatMap((each) =>
      [...each.querySelectorAll('*')].filter(
        (element) =>
          accessibility.getRole(element) === role &&
          (text === undefined || element.textContent.includes(text)) &&
          !accessibility.isInaccessible(element) &&
          (name === undefined || nameOf(element).startsWith(name)),
      ),
    )
  }
  const found = search(document.documentElement, wanted)
  const [first] = found
  if (first) {
    const { top, bottom } = first.getBoundingClientRect()
    if (top < 0 || bottom > innerHeight) first.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }
  return found.map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return {
      value:
        element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : '',
      x: Math.floor(x + width / 2),
      y: Math.floor(y + height / 2),
      top: y,
      hasFocus: element === document.activeElement,
      html: element.outerHTML,
    }
  })
}
