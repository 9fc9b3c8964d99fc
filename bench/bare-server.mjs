// Baseline: a bare Node server that sends one response from memory. Arguments: the port and a file with the bytes.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [, , port, file, ...headers] = process.argv
const body = readFileSync(file)
const given = Object.fromEntries(headers.map((header) => header.split('=')))
createServer((_request, response) => {
  response.writeHead(200, { ...given, 'content-length': body.length })
  response.end(body)
}).listen(Number(port), '127.0.0.1', () => console.log('ready'))
