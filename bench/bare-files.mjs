// Baseline: a bare Node server that sends one file from disk. Arguments: the port and the file.
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'

const [, , port, file] = process.argv
createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': statSync(file).size })
  createReadStream(file).pipe(response)
}).listen(Number(port), '127.0.0.1', () => console.log('ready'))
