import { createServer, type Server } from 'node:http'

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Tagma</title>
<h1>Tagma</h1>
<p>A team-chat server that speaks the Zulip REST API. The documentation will be here.</p>
</html>
`

/** The website. Until its content is there, one page. */
export function siteServer(): Server {
  return createServer((request, response) => {
    const isHome = request.url === '/'
    response.writeHead(isHome ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', vary: 'Accept' })
    response.end(isHome ? page : '<!doctype html><title>Not found</title><h1>Not found</h1>')
  })
}
