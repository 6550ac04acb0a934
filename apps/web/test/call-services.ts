import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Services for calls on loopback: Nextcloud Talk, Constructor Groups, and a Webex that accepts every account. */
export async function callServices() {
  let isDown = false
  const asked: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://service')
      const body = Buffer.concat(chunks).toString()
      asked.push(`${url.pathname} ${body}`)
      const answer = (value: object) => response.writeHead(isDown ? 503 : 200).end(JSON.stringify(value))
      switch (url.pathname) {
        case '/ocs/v2.php/apps/spreed/api/v4/room':
          return answer({ ocs: { data: { token: 'k4e8fq2p' } } })
        case '/groups/room/default':
          return answer({ url: 'https://example.constructor.app/groups/room/5f0c3a' })
        case '/v1/authorize': {
          const back = new URL(url.searchParams.get('redirect_uri') ?? '')
          back.searchParams.set('code', 'good')
          back.searchParams.set('state', url.searchParams.get('state') ?? '')
          return response.writeHead(302, { location: back.href }).end()
        }
        case '/v1/access_token':
          return answer({ access_token: 'access', refresh_token: 'refresh', expires_in: 86_400 })
        case '/v1/meetings':
          return answer({ webLink: 'https://example.webex.com/example/j.php?MTID=m5f0c3a' })
        default:
          return response.writeHead(404).end()
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    /** The settings of a server that has all of them. */
    settings: {
      TAGMA_NEXTCLOUD_URL: url,
      TAGMA_NEXTCLOUD_USERNAME: 'tagma',
      TAGMA_NEXTCLOUD_PASSWORD: 'an app password',
      TAGMA_CONSTRUCTOR_GROUPS_URL: `${url}/groups`,
      TAGMA_CONSTRUCTOR_GROUPS_ACCESS_KEY: 'access',
      TAGMA_CONSTRUCTOR_GROUPS_SECRET_KEY: 'secret',
      TAGMA_BIG_BLUE_BUTTON_URL: `${url}/bigbluebutton`,
      TAGMA_BIG_BLUE_BUTTON_SECRET: 'secret',
      TAGMA_WEBEX_CLIENT_ID: 'client',
      TAGMA_WEBEX_CLIENT_SECRET: 'secret',
      TAGMA_WEBEX_URL: `${url}/v1`,
    },
    /** Paths and bodies of the requests, the first one first. */
    asked,
    /** Whether the services fail. */
    setDown: (value: boolean) => void (isDown = value),
    close: () => void server.close(),
  }
}
