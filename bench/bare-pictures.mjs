// Baseline for picture variants: the image library alone, with the same settings. Arguments: a file, how often.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'

const [, , file, rounds] = process.argv
sharp.concurrency(1)
sharp.cache(false)
const original = readFileSync(file)
const { width: own } = await sharp(original).metadata()
const widths = [...[320, 640, 960, 1280, 1920, 2560].filter((width) => width < own * 0.9), own]
const began = performance.now()
let made = 0
for (let round = 0; round < Number(rounds); round++) {
  // Sanitized first, as an upload is.
  const clean = await sharp(original)
    .autoOrient()
    .resize({ width: 4096, withoutEnlargement: true })
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer()
  for (const width of widths) {
    const sized = () => sharp(clean).resize({ width })
    await sized().avif({ quality: 50, effort: 2 }).toBuffer()
    await sized().webp({ quality: 76, effort: 4 }).toBuffer()
    await sized().flatten({ background: '#fff' }).jpeg({ quality: 78, mozjpeg: true }).toBuffer()
    made += 3
  }
}
console.log(`did ${made / ((performance.now() - began) / 1000)}`)
