import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import type { Figure } from './figure.ts'
import { median } from './load.ts'
import { debuggerOf, pauseFor, phone, readableAfter, timePages } from './web-browser.ts'

const visits = 3

/**
 * Measures a later visit to a page that a service worker answers, and that has nothing but twenty messages, drawn by a
 * script of some lines: on the same slow phone over 4G as the client. It tells how much of a later visit is the browser.
 */
export async function measureBareVisits(browser: Browser): Promise<Figure[]> {
  const server = createServer(({ url = '/' }, response) => {
    const file = files[url] ?? ['text/plain', '']
    response.setHeader('content-type', file[0])
    response.end(file[1])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://localhost:${(server.address() as AddressInfo).port}/`
  try {
    const later: number[] = []
    for (let visit = 0; visit < visits; visit++) later.push(await laterVisit(browser, address))
    return [{ name: 'A bare page: later visit to readable, 4G, slow phone', value: median(later), unit: 's' }]
  } finally {
    server.close()
  }
}

async function laterVisit(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext(phone)
  try {
    await timePages(context, 'article')
    // The first one brings the service worker, the second keeps what the browser compiled.
    for (let before = 0; before < 2; before++) {
      const page = await context.newPage()
      await page.goto(address)
      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
      await pauseFor(1000)
      await page.close()
    }
    const page = await context.newPage()
    await debuggerOf(page, { isSlow: true })
    await page.goto(address, { waitUntil: 'commit' })
    return await readableAfter(page)
  } finally {
    await context.close()
  }
}

const files: Readonly<Record<string, readonly [type: string, body: string]>> = {
  '/': [
    'text/html; charset=utf-8',
    '<!doctype html><html lang="en"><title>Bare</title><main></main><script type="module" src="/page.js"></script>',
  ],
  '/page.js': [
    'text/javascript',
    `navigator.serviceWorker.register('/worker.js')
const text = (number) => '<article><b>Somebody</b><p>Message number ' + number + '.</p></article>'
document.querySelector('main').innerHTML = Array.from({ length: 20 }, (_, number) => text(number)).join('')`,
  ],
  '/worker.js': [
    'text/javascript',
    `addEventListener('install', (event) =>
  event.waitUntil(caches.open('bare').then((cache) => cache.addAll(['/', '/page.js']))))
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) =>
  event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request))))`,
  ],
}
