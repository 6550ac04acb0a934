/**
 * Makes a process that was started with `--inspect` collect its garbage. The remaining memory is what the process
 * needs.
 */
export async function collectGarbage(inspectorPort: number): Promise<void> {
  const targets = (await (await fetch(`http://127.0.0.1:${inspectorPort}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('The inspector does not answer')))
    socket.addEventListener('open', () =>
      socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' })),
    )
    socket.addEventListener('message', ({ data }) => {
      if ((JSON.parse(String(data)) as { id?: number }).id === 1) resolve(undefined)
    })
  })
  socket.close()
}
