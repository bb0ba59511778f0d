import type { Capabilities } from '../../contracts/index.ts';

export type DialectName = 'openai' | 'anthropic' | 'gemini';

/** Where a family of models is served, and what is needed to be let in. */
export interface Provider {
  about: string;
  dialect: DialectName;
  baseUrl: string;
  /** Further places that serve the same. */
  replicas?: readonly string[];
  /** Variables that move the base URL; the first one set counts. */
  baseUrlEnv: readonly string[];
  /** A variable with the host alone, as Ollama's own tools read it: `0.0.0.0`, `gpu:11434`. */
  hostEnv?: string;
  /** Variables that hold the key; the first one set counts. */
  keyEnv: readonly string[];
  needsKey: boolean;
  /** Most pictures in one request as far as published; the server itself may take fewer. */
  maxImages: number;
  video: boolean;
  coordinates: Capabilities['coordinates'];
  /** Takes vLLM's `mm_processor_kwargs`. */
  mmProcessorKwargs?: boolean;
  /** Sent with every request; `$NAME` stands for the variable NAME. */
  headers?: Readonly<Record<string, string>>;
  timeoutSeconds?: number;
}

const remote = { dialect: 'openai', needsKey: true, coordinates: null } as const;
const local = { dialect: 'openai', needsKey: false, coordinates: null, maxImages: 999 } as const;

/** Every provider that Sextant knows by name. */
export const providers: Readonly<Record<string, Provider>> = {
  openai: {
    ...remote,
    about: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    baseUrlEnv: ['OPENAI_BASE_URL'],
    keyEnv: ['OPENAI_API_KEY'],
    maxImages: 500,
    video: false,
  },
  anthropic: {
    ...remote,
    about: 'Anthropic',
    dialect: 'anthropic',
    baseUrl: 'https://api.anthropic.com',
    baseUrlEnv: ['ANTHROPIC_BASE_URL'],
    keyEnv: ['ANTHROPIC_API_KEY'],
    maxImages: 100,
    video: false,
  },
  gemini: {
    ...remote,
    about: 'Google Gemini',
    dialect: 'gemini',
    baseUrl: 'https://generativelanguage.googleapis.com',
    baseUrlEnv: ['GEMINI_BASE_URL'],
    keyEnv: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    maxImages: 3000,
    video: true,
    coordinates: 'thousandths',
  },
  dashscope: {
    ...remote,
    about: 'Alibaba Cloud Model Studio (Qwen)',
    baseUrl: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
    baseUrlEnv: ['DASHSCOPE_BASE_URL'],
    keyEnv: ['DASHSCOPE_API_KEY'],
    maxImages: 250,
    video: true,
  },
  openrouter: {
    ...remote,
    about: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    baseUrlEnv: ['OPENROUTER_BASE_URL'],
    keyEnv: ['OPENROUTER_API_KEY'],
    maxImages: 500,
    video: true,
  },
  vllm: {
    ...local,
    about: 'vLLM on this machine or elsewhere',
    baseUrl: 'http://127.0.0.1:8000/v1',
    baseUrlEnv: ['VLLM_BASE_URL'],
    keyEnv: ['VLLM_API_KEY'],
    video: true,
    mmProcessorKwargs: true,
  },
  sglang: {
    ...local,
    about: 'SGLang on this machine or elsewhere',
    baseUrl: 'http://127.0.0.1:30000/v1',
    baseUrlEnv: ['SGLANG_BASE_URL'],
    keyEnv: ['SGLANG_API_KEY'],
    video: true,
  },
  ollama: {
    ...local,
    about: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    baseUrlEnv: ['OLLAMA_BASE_URL'],
    hostEnv: 'OLLAMA_HOST',
    keyEnv: ['OLLAMA_API_KEY'],
    video: false,
  },
  llamacpp: {
    ...local,
    about: 'llama.cpp server',
    baseUrl: 'http://127.0.0.1:8080/v1',
    baseUrlEnv: ['LLAMACPP_BASE_URL'],
    keyEnv: ['LLAMACPP_API_KEY'],
    video: false,
  },
  lmstudio: {
    ...local,
    about: 'LM Studio',
    baseUrl: 'http://127.0.0.1:1234/v1',
    baseUrlEnv: ['LMSTUDIO_BASE_URL'],
    keyEnv: ['LMSTUDIO_API_KEY'],
    video: false,
  },
};

/** Other names for the same provider. */
export const aliases: ReadonlyMap<string, string> = new Map([['google', 'gemini']]);
