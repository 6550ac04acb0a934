import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { stage } from '#test/story.ts'

const story = stage()

/** HTML that no renderer of ours makes. Each would set `hacked`, leave its message, or ask another server. */
const attacks = [
  '<img src=x onerror="hacked=1">',
  '<script>hacked=1</script>',
  '<svg onload="hacked=1"><script>hacked=1</script></svg>',
  '<svg><style><img src=x onerror="hacked=1"></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=hacked=1&gt;"></table></math>',
  '<p><a href="javascript:hacked=1">a link</a></p>',
  '<p><a href=" &#106;avascript:hacked=1">a link</a></p>',
  '<p><a href="data:text/html,<script>hacked=1</script>">a link</a></p>',
  '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
  '<iframe src="https://elsewhere.example/"></iframe>',
  '<object data="https://elsewhere.example/"></object><embed src="https://elsewhere.example/">',
  '<img src="https://elsewhere.example/pixel.png"><video src="https://elsewhere.example/v.mp4"></video>',
  '<p style="background:url(https://elsewhere.example/b)">b</p>',
  '<span style="position:fixed;inset:0;z-index:99">over everything</span>',
  '<span class="katex"><span style="position:fixed;top:0">over everything</span></span>',
  '<span class="katex"><span style="width:99999px;height:99999px;display:block">large</span></span>',
  '<style>*{display:none}</style><link rel="stylesheet" href="https://elsewhere.example/s.css">',
  '<form action="https://elsewhere.example/"><input name="password"><button>Sign in again</button></form>',
  '<base href="https://elsewhere.example/"><meta http-equiv="refresh" content="0;url=https://elsewhere.example/">',
  '<div class="dialog composer menu" id="main">dressed up</div>',
  '<template><img src=x onerror="hacked=1"></template>',
  '<noscript><p title="</noscript><img src=x onerror=hacked=1>"></noscript>',
  '</div></article></main><h1>broken out</h1>',
  '<span class="user-mention" data-user-id="&quot;&gt;&lt;img src=x onerror=hacked=1&gt;">@x</span>',
  '<time datetime="&lt;img src=x onerror=hacked=1&gt;">now</time>',
  '<div class="codehilite" data-code-language="&lt;img src=x onerror=hacked=1&gt;"><pre><code>x</code></pre></div>',
]

const elementsOf = (page: Page) =>
  page.locator('.message-html').evaluateAll((bodies) => {
    const all = bodies.flatMap((body) => [...body.querySelectorAll('*')])
    return {
      names: [...new Set(all.map(({ localName }) => localName))],
      handlers: all.filter((each) => [...each.attributes].some(({ name }) => name.startsWith('on'))).length,
      classes: all.filter((each) => each.matches('.dialog, .composer, .menu, [id]')).length,
      fixed: all.filter((each) => getComputedStyle(each).position === 'fixed').length,
      links: all.filter((each) => /^(javascript|data):/i.test((each as HTMLAnchorElement).href ?? '')).length,
    }
  })

test('hostile HTML runs nothing, asks nobody, and stays in its message', async () => {
  const topic = { channel: 'design', topic: 'attacks' } as const
  for (const [index] of attacks.entries()) await story.world.send('otto', topic, `Attack ${index}`)
  // The policy names handlers that it would not run already when they are read; nothing else may be heard of them.
  story.expectComplaint(/^Executing inline event handler violates/)
  const page = await story.open('iris', { path: '/' })
  await page.route('**/messages?*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { messages: { content: string }[] }
    for (const message of body.messages) {
      const index = /Attack (\d+)/.exec(message.content)?.[1]
      if (index !== undefined) message.content = `<p>Attack ${index}</p>${attacks[Number(index)]}`
    }
    await route.fulfill({ response: answer, json: body })
  })
  await page.goto(`/#narrow/channel/${story.world.channels.design}-design/topic/attacks`)
  await page.reload()
  await page
    .getByRole('article')
    .filter({ hasText: `Attack ${attacks.length - 1}` })
    .waitFor()
  expect(await page.getByRole('article').count()).toBe(attacks.length)
  expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false)
  const found = await elementsOf(page)
  const never = [
    'script',
    'style',
    'iframe',
    'object',
    'embed',
    'form',
    'input',
    'base',
    'meta',
    'link',
    'template',
  ]
  expect(found.names.filter((name) => never.includes(name))).toEqual([])
  expect({ ...found, names: [] }).toEqual({ names: [], handlers: 0, classes: 0, fixed: 0, links: 0 })
  expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['attacks'])
  // Nothing that a message draws makes the page wider.
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  const widest = await page
    .locator('.messages-scroller')
    .evaluate((each) => each.scrollWidth - each.clientWidth)
  expect(widest).toBe(0)
})

test('hostile Markdown, which the server renders, does nothing either', async () => {
  const topic = { channel: 'design', topic: 'markdown' } as const
  const texts = [
    '[click](javascript:hacked=1) <script>hacked=1</script> <img src=x onerror=hacked=1>',
    '```"><img src=x onerror=hacked=1>\ncode\n```',
    '```spoiler <img src=x onerror=hacked=1>\n<script>hacked=1</script>\n```',
    String.raw`$$\href{javascript:hacked=1}{x} \htmlStyle{position:fixed}{y} \rule{9999em}{9999em}$$`,
    `@**${'x'.repeat(50)}"><b>** #**design>"><img src=x onerror=hacked=1>** :"><b>:`,
    '| a"><script>hacked=1</script> | b |\n|--|--|\n| <img src=x onerror=hacked=1> | c |',
  ]
  for (const text of texts) await story.world.send('otto', topic, text)
  const page = await story.open('iris', {
    path: `/#narrow/channel/${story.world.channels.design}-design/topic/markdown`,
  })
  await page
    .getByRole('article')
    .nth(texts.length - 1)
    .waitFor()
  expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false)
  expect((await elementsOf(page)).handlers).toBe(0)
  const widest = await page
    .locator('.messages-scroller')
    .evaluate((each) => each.scrollWidth - each.clientWidth)
  expect(widest).toBe(0)
})

test('a formula is set in its own type, which comes with the first one', async () => {
  await story.world.send('otto', { channel: 'design', topic: 'formulas' }, String.raw`$$x^2 + \frac{a}{b}$$`)
  const page = await story.open('iris', {
    path: `/#narrow/channel/${story.world.channels.design}-design/topic/formulas`,
  })
  await page.locator('.katex').first().waitFor()
  await expect
    .poll(() =>
      page
        .locator('.katex')
        .first()
        .evaluate((each) => getComputedStyle(each).fontFamily),
    )
    .toContain('KaTeX')
  expect(
    await page
      .locator('.katex-mathml')
      .first()
      .evaluate((each) => getComputedStyle(each).position),
  ).toBe('absolute')
})
