// Runs bits.wasm: node run.mjs FILE FIRST_SEED SEEDS TABLES; prints one number for each seed.
import { readFileSync } from "node:fs";

const [file, first, seeds, tables] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(file));
for (let seed = Number(first); seed < Number(first) + Number(seeds); seed++) {
  console.log(BigInt.asUintN(64, instance.exports.bits(seed, Number(tables))).toString());
  instance.exports.forget();
}
