import type { Figure, Measurement } from './figure.ts'
import { measureBareVisits } from './web-bare-visits.ts'
import { measureBare } from './web-bare.ts'
import { launch, phone, signedIn } from './web-browser.ts'
import { measureCalls } from './web-calls.ts'
import { measureHeap } from './web-heap.ts'
import { webOrganization } from './web-organization.ts'
import { measurePeer } from './web-peer.ts'
import { measureScrolling } from './web-scrolling.ts'
import { measureKeys } from './web-typing.ts'
import { measureVisits } from './web-visits.ts'

/** Measures the web client in Chromium: an organization of 10,000 people, 500 channels and 50,000 messages. */
export const web: Measurement = {
  name: 'web',
  title: 'The web client',
  async run() {
    const organization = await webOrganization()
    const browser = await launch()
    const unpaced = await launch({ isUnpaced: true })
    try {
      // The last one leaves 50,000 unread messages behind.
      return [
        ...(await orNone(
          measureVisits(
            () => signedIn(browser, organization.server, phone),
            organization.busyTopics[0] ?? '',
          ),
        )),
        ...(await orNone(measureKeys(unpaced, organization))),
        ...(await orNone(measureScrolling(browser, organization))),
        ...(await orNone(measureCalls(browser, organization))),
        ...(await orNone(measureHeap(browser, organization))),
        ...(await orNone(measureBare(browser, unpaced, organization))),
        ...(await orNone(measureBareVisits(browser))),
        ...(await orNone(measurePeer(browser, unpaced))),
      ]
    } finally {
      await Promise.all([browser.close(), unpaced.close()])
      await organization.server.stop()
    }
  },
}

/** Tells of a part that could not be measured, so that it costs only itself. */
async function orNone(part: Promise<Figure[]>): Promise<Figure[]> {
  try {
    return await part
  } catch (error) {
    console.error('  A part of the web client could not be measured:', error)
    process.exitCode = 1
    return []
  }
}
