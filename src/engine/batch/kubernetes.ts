import type { Json } from '../../contracts/index.ts';
import { type ArrayJob, shellLine, taskWords } from './array-job.ts';

export interface KubernetesOptions {
  image: string;
  /** A claim whose volume all pods share. */
  claim: string;
  /** Where it is mounted; the command runs there. */
  mount: string;
  /** A secret whose entries become variables: keys of models. */
  secret?: string;
  /** Seconds that a pod has to finish what is under way when it must go. */
  warn: number;
}

/** An Indexed Job and the one that merges, as manifests: JSON is YAML too. */
export function kubernetesJobs(job: ArrayJob, opts: KubernetesOptions): { shards: Json; merge: Json } {
  // The former pod of an index has ended before a new one begins (podReplacementPolicy), so its lock may be taken over.
  const task = [...taskWords(job), '--take-over'];
  const merge = job.merge.map(shellLine).join(' && ');
  return {
    shards: manifest(job.name, opts, task, {
      completionMode: 'Indexed',
      completions: job.shards,
      parallelism: job.shards,
      backoffLimitPerIndex: 5,
      podReplacementPolicy: 'Failed',
      // A pod that had to make room, or whose node went away, has not failed.
      podFailurePolicy: {
        rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }],
      },
    }),
    merge: manifest(`${job.name}-merge`, opts, ['/bin/sh', '-c', merge], { backoffLimit: 0 }),
  };
}

function manifest(
  name: string,
  { image, claim, mount, secret, warn }: KubernetesOptions,
  command: readonly string[],
  about: Record<string, Json>,
): Json {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name },
    spec: {
      ...about,
      template: {
        spec: {
          restartPolicy: 'Never',
          terminationGracePeriodSeconds: warn,
          containers: [
            {
              name: 'sextant',
              image,
              command: [...command],
              workingDir: mount,
              ...(secret === undefined ? {} : { envFrom: [{ secretRef: { name: secret } }] }),
              volumeMounts: [{ name: 'runs', mountPath: mount }],
            },
          ],
          volumes: [{ name: 'runs', persistentVolumeClaim: { claimName: claim } }],
        },
      },
    },
  };
}
