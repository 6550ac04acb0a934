import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'

export type Theme = 'light' | 'dark'

const columns = 112
const patience = 90_000

/** A terminal for programs: tmux runs them, and a terminal emulator in a browser draws the screen. */
export class Terminal {
  static readonly #open = new Set<Terminal>()
  readonly #socket: string
  readonly #rows: number

  /** `folder` is the working folder of its programs. */
  constructor(name: string, rows: number, folder: string, environment: Readonly<Record<string, string>>) {
    this.#socket = `tagma-pictures-${name}-${process.pid}`
    this.#rows = rows
    Terminal.#open.add(this)
    const variables = { PS1: '$ ', LANG: 'C.UTF-8', ...environment }
    this.#tmux(
      ...['-f', '/dev/null', 'new-session', '-d', '-x', String(columns), '-y', String(rows), '-c', folder],
      ...Object.entries(variables).flatMap(([key, value]) => ['-e', `${key}=${value}`]),
      ...['bash', '--norc', '--noprofile'],
    )
    this.#tmux('set', '-g', 'default-terminal', 'tmux-256color')
    this.#tmux('set', '-g', 'status', 'off')
  }

  /** Types a line and presses Enter. */
  type(line: string): void {
    this.#tmux('send-keys', '-l', line)
    this.#tmux('send-keys', 'Enter')
  }

  press(key: string): void {
    this.#tmux('send-keys', key)
  }

  /** Waits until the text on the screen matches, and returns it. */
  async shows(pattern: RegExp): Promise<string> {
    const end = Date.now() + patience
    for (;;) {
      const text = this.#tmux('capture-pane', '-p')
      if (pattern.test(text)) return text
      if (Date.now() > end) throw new Error(`The terminal does not show ${pattern}:\n${text}`)
      await wait(200)
    }
  }

  /** Takes a picture of the screen, as PNG. */
  async picture(browser: Browser, theme: Theme): Promise<Buffer> {
    const screen = this.#tmux('capture-pane', '-e', '-N', '-p').replace(/\n+$/, '').replaceAll('\n', '\r\n')
    const rows = Math.min(this.#rows, screen.split('\n').length)
    const find = (path: string) => readFileSync(createRequire(import.meta.url).resolve(path), 'utf8')
    const page = await browser.newPage({ deviceScaleFactor: 2, viewport: { width: 1400, height: 1200 } })
    await page.setContent(
      `<style>${find('@xterm/xterm/css/xterm.css')} body{margin:0} #screen{display:inline-block}</style><div id="screen"></div>`,
    )
    await page.addScriptTag({ content: find('@xterm/xterm/lib/xterm.js') })
    await page.evaluate(
      async ({ text, size, colors }) => {
        const { Terminal: Emulator } = globalThis as unknown as {
          Terminal: new (options: object) => {
            open(element: unknown): void
            write(text: string, done: () => void): void
          }
        }
        const emulator = new Emulator({
          ...size,
          theme: colors,
          fontFamily: '"DejaVu Sans Mono", monospace',
          fontSize: 13,
          lineHeight: 1.25,
          cursorInactiveStyle: 'none',
        })
        emulator.open(document.querySelector('#screen'))
        await new Promise<void>((done) => emulator.write(`${text}\u001b[?25l`, done))
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      },
      { text: screen, size: { cols: columns, rows }, colors: palettes[theme] },
    )
    const bytes = await page.locator('.xterm-screen').screenshot()
    await page.close()
    return bytes
  }

  static closeAll(): void {
    for (const terminal of Terminal.#open) terminal.#tmux('kill-server')
    Terminal.#open.clear()
  }

  #tmux(...parameters: readonly string[]): string {
    return execFileSync('tmux', ['-L', this.#socket, ...parameters], { encoding: 'utf8' })
  }
}

const palettes: Readonly<Record<Theme, Readonly<Record<string, string>>>> = {
  light: {
    background: '#ffffff',
    foreground: '#1f1b18',
    black: '#1f1b18',
    red: '#b3261e',
    green: '#3d6b1d',
    yellow: '#8a4b00',
    blue: '#1d5a96',
    magenta: '#9b2c5e',
    cyan: '#126a6a',
    white: '#f2ece3',
  },
  dark: {
    background: '#1f1b18',
    foreground: '#f4eee6',
    black: '#120f0d',
    red: '#ef8d7f',
    green: '#a9cf85',
    yellow: '#e8b272',
    blue: '#8dc0f0',
    magenta: '#ee9ac0',
    cyan: '#86d0cc',
    white: '#eae2d7',
  },
}
