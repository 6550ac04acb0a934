import { spawn, spawnSync } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { ownerSettings, signInOwner, succeed } from '#test/http-caller.ts'
import { freePort, installation } from '#test/server-process.ts'

// A receiver of outgoing webhooks as those who switch have it: one that takes the generic form, looks up the bot by its
// address, compares the token, and posts over the API with the bot's key instead of answering.

const hasPython = spawnSync('python3', ['--version']).status === 0

const botServer = `
import base64, json, os, urllib.parse, urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

bots = {os.environ['BOT_EMAIL']: {'key': os.environ['BOT_KEY'], 'token': os.environ['BOT_TOKEN']}}
site = os.environ['SITE']

def send_reply(email, key, message, content):
    if message['type'] == 'stream':
        fields = {'type': 'stream', 'to': message['display_recipient'], 'topic': message['subject']}
    else:
        others = [person['id'] for person in message['display_recipient'] if person['email'] != email]
        fields = {'type': 'private', 'to': json.dumps(others)}
    request = urllib.request.Request(
        site + '/api/v1/messages', urllib.parse.urlencode({**fields, 'content': content}).encode()
    )
    request.add_header('Authorization', 'Basic ' + base64.b64encode(f'{email}:{key}'.encode()).decode())
    assert json.load(urllib.request.urlopen(request))['result'] == 'success'

class BotServer(BaseHTTPRequestHandler):
    def do_POST(self):
        event = json.loads(self.rfile.read(int(self.headers['Content-Length'])))
        bot = bots.get(event['bot_email'])
        if bot is None or bot['token'] != event['token']:
            self.send_response(401)
            self.end_headers()
            return
        message = event['message']
        content = message['content']
        if event['trigger'] == 'mention':
            content = content.replace(f"@**{event['bot_full_name']}**", '', 1).strip()
        if event['trigger'] in ('mention', 'direct_message'):
            send_reply(event['bot_email'], bot['key'], message, f"{message['sender_full_name']} said: {content}")
        self.send_response(200)
        self.send_header('Content-Type', 'text/html; charset=utf-8')
        self.end_headers()
        self.wfile.write(json.dumps('').encode())

    def log_message(self, *args):
        pass

server = HTTPServer(('127.0.0.1', int(os.environ['PORT'])), BotServer)
print('ready', flush=True)
server.serve_forever()
`

interface Heard {
  readonly type: string
  readonly subject: string
  readonly content: string
  readonly sender_full_name: string
}

test.runIf(hasPython || process.env.CI)(
  'a bot server takes mentions and direct messages, and posts by itself',
  async () => {
    const port = await freePort()
    const server = await installation({ ...ownerSettings, TAGMA_OUTGOING_ALLOW: `127.0.0.1:${port}` })
    onTestFinished(() => server.remove())
    await server.start()
    const owner = await signInOwner(server.url)
    const bot = await succeed(server.url, owner, 'POST', '/bots', {
      ...{ full_name: 'Echo', short_name: 'echo', bot_type: 3, interface_type: 1 },
      payload_url: `http://127.0.0.1:${port}/`,
    })
    const { realm_bots, queue_id, realm_users } = await succeed(server.url, owner, 'POST', '/register', {
      fetch_event_types: '["realm_bot","realm_user"]',
      event_types: '["message"]',
      apply_markdown: 'false',
    })
    const [config] = realm_bots as [{ readonly services: readonly [{ readonly token: string }] }]
    const account = (realm_users as { readonly user_id: number; readonly email: string }[]).find(
      ({ user_id }) => user_id === bot.user_id,
    )
    const receiver = spawn('python3', ['-c', botServer], {
      env: {
        ...{ PATH: process.env.PATH, PORT: String(port), SITE: server.url },
        ...{ BOT_EMAIL: account?.email, BOT_KEY: String(bot.api_key), BOT_TOKEN: config.services[0].token },
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void receiver.kill('SIGKILL'))
    await new Promise((resolve) => receiver.stdout.once('data', resolve))
    const say = (fields: Readonly<Record<string, string>>) =>
      succeed(server.url, owner, 'POST', '/messages', fields)
    await say({ type: 'stream', to: 'general', topic: 'echoes', content: '@**Echo** hello' })
    await say({ type: 'direct', to: `[${String(bot.user_id)}]`, content: 'in private' })
    const heard: string[] = []
    let last_event_id = -1
    while (heard.length < 2) {
      const { events } = await succeed(server.url, owner, 'GET', '/events', {
        queue_id: String(queue_id),
        last_event_id,
      })
      for (const { id, message } of events as { readonly id: number; readonly message?: Heard }[]) {
        last_event_id = id
        if (message?.sender_full_name === 'Echo')
          heard.push(`${message.type} ${message.subject}: ${message.content.replace(/^.* said/, 'said')}`)
      }
    }
    expect(heard.toSorted()).toEqual(['private : said: in private', 'stream echoes: said: hello'])
  },
)
