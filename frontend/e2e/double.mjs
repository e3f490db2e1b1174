// A model server on a port of this machine that plays what was recorded of llama.cpp's, and answers a prompt when the test
// tells it to, piece by piece.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { here } from './lib.mjs'

const frames = path.join(here, '..', '..', 'backend', 'planner', 'local', 'localtest', 'frames')

/** A recorded answer: notes, a line with status and content type, an empty line, the body. */
async function recorded(name) {
  const text = (await readFile(path.join(frames, `${name}.http`), 'utf8')).replace(/^(#.*\n)+/, '')
  const [, status, type, body] = text.match(/^(\d+) (.*)\n\n([^]*)$/)
  return { status: Number(status), type, body }
}

/** Starts the server; url is what Pace is told. */
export async function double() {
  const [props, models, chat] = await Promise.all(['llamacpp-props', 'llamacpp-models', 'llamacpp-chat'].map(recorded))
  const events = chat.body.split(/(?<=\n\n)/)
  const first = events[0]
  const piece = (text) => events[1].replace('"content":"Y"', `"content":${JSON.stringify(text)}`)
  // As many tokens as Pace's prompts have: far fewer would mean that the prompt was cut.
  const last = events.slice(-3).join('').replace('"prompt_tokens":12', '"prompt_tokens":2000')

  const prompts = []
  const waiting = []
  const play = (response, answer) => {
    response.writeHead(answer.status, { 'content-type': answer.type })
    response.end(answer.body)
  }
  const prompt = (response, body) => {
    let begun = false
    const begin = () => {
      if (!begun) response.writeHead(chat.status, { 'content-type': chat.type }).write(first)
      begun = true
    }
    const asked = {
      body: JSON.parse(body),
      say: (text) => (begin(), response.write(piece(text))),
      end: () => (begin(), response.end(last)),
      gone: once(response, 'close'),
    }
    const next = waiting.shift()
    if (next) next(asked)
    else prompts.push(asked)
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (data) => (body += data))
    request.on('end', () => {
      if (request.url === '/props') play(response, props)
      else if (request.url === '/v1/models') play(response, models)
      else if (request.url === '/v1/chat/completions') prompt(response, body)
      else play(response, { status: 404, type: 'text/plain', body: 'not found' })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = `127.0.0.1:${server.address().port}`
  return {
    at,
    url: `http://${at}/v1`,
    model: 'pace-brief.gguf',
    /** The next prompt, when it comes. */
    asked: () => (prompts.length ? Promise.resolve(prompts.shift()) : new Promise((take) => waiting.push(take))),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
