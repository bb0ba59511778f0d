import type { Plugin } from 'vite';

/**
 * The physics engine's bindings make functions out of texts, which a page with a strict policy on scripts must not do. The same
 * functions are made here without texts. When the bindings change, the build fails instead of going on with half of it.
 */
export function noEval(): Plugin {
  return {
    name: 'no-eval',
    transform(code, id) {
      if (!/@mujoco[\\/]mujoco[\\/]mujoco\.js$/.test(id)) return null;
      let plain = code;
      for (const [text, replacement] of replacements) {
        if (plain.split(text).length !== 2) this.error(`${id}: expected once: ${text}`);
        plain = plain.replace(text, () => replacement);
      }
      if (plain.includes('new Function(')) this.error(`${id} still makes functions out of texts`);
      return { code: plain, map: null };
    },
  };
}

const replacements: readonly (readonly [text: string, replacement: string])[] = [
  // Only Node needs it, and bundlers complain about it.
  ["const { createRequire } = await import('module');", 'const createRequire = () => undefined;'],
  [
    `let [args, invokerFnBody] = createJsInvoker(argTypes, isClassMethodFunc, returns, isAsync);
      var invokerFn = new Function(...args, invokerFnBody)(...closureArgs);`,
    `var invokerFn = function (...args) {
        checkArgCount(args.length, minArgs, expectedArgCount, humanName, throwBindingError);
        var destructors = needsDestructorStack ? [] : null;
        var wired = [];
        if (isClassMethodFunc) wired.push(argTypes[1].toWireType(destructors, this));
        for (var i = 0; i < expectedArgCount; ++i) wired.push(argTypes[i + 2].toWireType(destructors, args[i]));
        var rv = cppInvokerFunc(cppTargetFunc, ...wired);
        if (needsDestructorStack) runDestructors(destructors);
        else {
          for (var i = isClassMethodFunc ? 1 : 2; i < argTypes.length; ++i) {
            if (argTypes[i].destructorFunction !== null) {
              argTypes[i].destructorFunction(wired[isClassMethodFunc ? i - 1 : i - 2]);
            }
          }
        }
        if (returns) return argTypes[0].fromWireType(rv);
      };`,
  ],
  [
    'var invokerFunction = new Function(...params, functionBody)(...args);',
    `var invokerFunction = function (obj, func, destructorsRef, args) {
        var at = 0;
        var values = types.map((type) => {
          var value = type.readValueFromPointer(args + at);
          at += type.argPackAdvance;
          return value;
        });
        var rv = kind === 1 ? new func(...values) : kind === 0 ? func.call(obj, ...values) : func.call(...values);
        if (!retType.isVoid) return emval_returnValue(retType, destructorsRef, rv);
      };`,
  ],
];
