// npm run site:pictures [-- chat client bot]
//
// Takes the website's pictures of the product. It starts a server with new data, uses it, and photographs the screen in
// both themes. Needs chromium, tmux, curl and jq. The picture of the terminal client is taken only where the program
// zulip-term is installed. Nothing is drawn by hand.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { type Client, createClient } from '@tagma/client/client.ts'
import { endpoints } from '@tagma/contract/endpoints.ts'
import { type Browser, chromium } from 'playwright-core'
import sharp from 'sharp'
import { siteFolder } from '../serving/site-sources.ts'
import { fillOrganization } from './conversation.ts'
import { photographChat } from './photograph-chat.ts'
import { Terminal, type Theme } from './terminal.ts'

const url = 'http://localhost:9991'
const owner = { email: 'ada@example.com', name: 'Ada Lovelace', password: 'a good password' }
const themes: readonly Theme[] = ['light', 'dark']
const terminalClient = process.env.ZULIP_TERM ?? 'zulip-term'
const repository = dirname(dirname(siteFolder))
const folder = mkdtempSync(join(tmpdir(), 'tagma-'))

async function keep(name: string, png: Buffer): Promise<void> {
  const target = join(siteFolder, 'pictures')
  mkdirSync(target, { recursive: true })
  const bytes = await sharp(png).webp({ lossless: true, effort: 6 }).toBuffer()
  writeFileSync(join(target, `${name}.webp`), bytes)
  console.log(`${name}.webp, ${Math.ceil(bytes.length / 1024)} KB`)
}

/** Starts the server as the guide describes, and returns the address of the page that makes somebody the owner. */
async function start(terminal: Terminal, browser: Browser): Promise<string> {
  terminal.type('npm start')
  const screen = await terminal.shows(/Stop: +Ctrl-C/)
  for (const theme of themes) await keep(`start-${theme}`, await terminal.picture(browser, theme))
  const setup = /http:\S+\/setup\/\S+/.exec(screen)?.[0]
  if (setup === undefined) throw new Error(`There is no link to become the owner:\n${screen}`)
  return setup
}

async function becomeOwner(setup: string, browser: Browser): Promise<void> {
  for (const theme of themes) {
    const page = await browser.newPage({
      colorScheme: theme,
      deviceScaleFactor: 2,
      viewport: { width: 760, height: 720 },
    })
    await page.goto(setup)
    await page.locator('[name=organization]').fill('Analytical Engine')
    await page.locator('[name=name]').fill(owner.name)
    await page.locator('[name=email]').fill(owner.email)
    await page.locator('[name=password]').fill(owner.password)
    await page.locator('h1').click()
    await keep(`setup-${theme}`, await page.screenshot())
    if (theme === themes.at(-1))
      await Promise.all([page.waitForEvent('load'), page.locator('button').click()])
    await page.close()
  }
}

/** Shows a person who reads the messages of others in a terminal client. */
async function showClient(browser: Browser, owning: Client, key: string): Promise<void> {
  await owning.call(endpoints.markAllAsRead, {})
  const settings = join(folder, 'zuliprc')
  writeFileSync(settings, `[api]\nsite=${url}\nemail=${owner.email}\nkey=${key}\n`, { mode: 0o600 })
  const terminal = new Terminal('client', 37, folder, {})
  terminal.type(`${terminalClient} -c ${settings} -t gruvbox --color-depth 256`)
  await terminal.shows(/both written/)
  // Opens the messages and goes to the last one.
  terminal.press('Enter')
  await terminal.shows(/both written/)
  await keep('client', await terminal.picture(browser, 'dark'))
}

/** Shows the bot of the guide, exactly as printed there. It answers a person who writes with curl. */
async function showBot(browser: Browser, owning: Client, ownersKey: string): Promise<void> {
  const bot = { email: 'echo@example.com', password: 'a password for a bot' }
  await owning.call(endpoints.createUser, { ...bot, full_name: 'Echo' })
  const key = await keyOf(bot)
  const guide = readFileSync(join(siteFolder, 'content/tag/first-bot.md'), 'utf8')
  const source = /```ts tab="TypeScript"\n([\s\S]*?)```/.exec(guide)?.[1]
  if (source === undefined) throw new Error('The guide has no bot in TypeScript')
  writeFileSync(join(folder, 'bot.mts'), source)
  const running = new Terminal('bot', 5, folder, { CHAT_URL: url, CHAT_EMAIL: bot.email, CHAT_KEY: key })
  running.type('node bot.mts')
  await running.shows(/is listening/)
  await createClient({ url, credentials: { email: bot.email, apiKey: key } }).call(endpoints.subscribe, {
    subscriptions: [{ name: 'general' }],
  })
  const terminal = new Terminal('curl', 18, folder, {
    CHAT_URL: url,
    CHAT_EMAIL: owner.email,
    CHAT_KEY: ownersKey,
  })
  terminal.type('curl -u $CHAT_EMAIL:$CHAT_KEY $CHAT_URL/api/v1/messages \\')
  terminal.type("  -d type=channel -d to=general -d topic=hello -d content='@**Echo** are you there?'; echo")
  await terminal.shows(/"result":"success"/)
  await answered(owning)
  terminal.type(
    'curl -sG -u $CHAT_EMAIL:$CHAT_KEY $CHAT_URL/api/v1/messages -d anchor=newest -d num_before=2 \\',
  )
  terminal.type(
    '  -d num_after=0 -d apply_markdown=false | jq \'.messages[] | .sender_full_name + ": " + .content\'',
  )
  await terminal.shows(/You said:/)
  for (const theme of themes) await keep(`bot-${theme}`, await terminal.picture(browser, theme))
}

/** Resolves when the bot has answered. */
async function answered(client: Client): Promise<void> {
  for (;;) {
    const { messages } = await client.call(endpoints.getMessages, {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
    })
    if (messages.some(({ content }) => content.includes('You said'))) return
    await wait(300)
  }
}

/** Whether a program can be run. */
const hasProgram = (name: string) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined

async function keyOf({
  email,
  password,
}: {
  readonly email: string
  readonly password: string
}): Promise<string> {
  const { api_key: key } = await createClient({ url }).call(endpoints.fetchApiKey, {
    username: email,
    password,
  })
  return key
}

const wanted = new Set(process.argv.slice(2))
const isWanted = (name: string) => wanted.size === 0 || wanted.has(name)

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const server = new Terminal('server', 16, repository, {
  TAGMA_DATA_DIR: join(folder, 'data'),
  // The log is for whoever runs it, such as advice on the installed Node.
  TAGMA_LOG: 'error',
})
try {
  await becomeOwner(await start(server, browser), browser)
  const key = await keyOf(owner)
  const owning = createClient({ url, credentials: { email: owner.email, apiKey: key } })
  await fillOrganization(url, owning)
  if (isWanted('chat'))
    for (const theme of themes) await photographChat(browser, { url, ...owner }, theme, keep)
  if (isWanted('client')) {
    if (hasProgram(terminalClient)) await showClient(browser, owning, key)
    else
      console.warn(`${terminalClient} is not installed: the picture of the terminal client stays as it is.`)
  }
  if (isWanted('bot')) await showBot(browser, owning, key)
} finally {
  server.press('C-c')
  await server.shows(/everything is saved/)
  Terminal.closeAll()
  await browser.close()
  rmSync(folder, { recursive: true })
}
